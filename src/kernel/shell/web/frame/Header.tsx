import { memo } from 'react';
import { Logo } from '#platform/web/artwork/Logo.tsx';
import { useSession, useSite } from '#platform/web/session/session.ts';
import { FrameLink } from '#platform/web/shell/FrameLink.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { IconButton } from '#platform/web/ui/Button.tsx';
import { SearchBox } from '../search/SearchBox.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { DisplayMenu } from './DisplayMenu.tsx';
import { RoleSwitch } from './RoleSwitch.tsx';

/** The red band: the site's name, the search, the organisation and role at work, display modes, the account. */
export const Header = memo(function Header({ onMenu }: { onMenu: (() => void) | null }) {
  const { user } = useSession();
  const { logoText } = useSite();
  return (
    <header className="head">
      {onMenu && (
        <IconButton icon="menu" iconSize={22} label="打开菜单" className="head-tool head-menu" onClick={onMenu} />
      )}
      <FrameLink to="/" className="head-brand">
        <Logo />
        <span>{logoText}</span>
      </FrameLink>
      <SearchBox />
      <div className="head-tools">
        <span className="head-tool head-org" title={`当前组织：${user.workOrg.name}`}>
          <Icon name="organisation" />
          <span className="head-key">当前组织</span>
          <span className="ellipsis">{user.workOrg.name}</span>
        </span>
        <i className="head-line" />
        <RoleSwitch />
        <i className="head-line" />
        <DisplayMenu />
        <i className="head-line" />
        <AccountMenu />
      </div>
    </header>
  );
});

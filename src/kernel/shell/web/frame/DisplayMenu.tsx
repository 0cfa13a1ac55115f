import { DisplaySwitches } from '#platform/web/show/DisplaySwitches.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { HeaderMenu } from './HeaderMenu.tsx';

/** 显示: how the page looks, behind a button of the header. */
export function DisplayMenu() {
  return (
    <HeaderMenu
      name="显示设置"
      className="head-display"
      label={
        <>
          <Icon name="textSize" />
          <span className="head-word">显示</span>
        </>
      }
    >
      {() => <DisplaySwitches />}
    </HeaderMenu>
  );
}

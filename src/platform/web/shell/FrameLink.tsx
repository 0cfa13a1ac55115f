import { type AnchorHTMLAttributes, type MouseEvent, memo } from 'react';
import { useNavigate } from 'react-router';

interface FrameLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
  /** A path of the platform, from its root. */
  to: string;
  onClick?: (() => void) | undefined;
}

/**
 * A link of the frame around the pages. The router's own link would be drawn again at each change of the address, and each page has
 * dozens of these.
 */
export const FrameLink = memo(function FrameLink({ to, onClick, ...rest }: FrameLinkProps) {
  const navigate = useNavigate();
  const address = `#${to}`;
  const go = (event: MouseEvent) => {
    onClick?.();
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // The page that is shown already is no second step back.
    void navigate(to, { replace: location.hash === address });
  };
  return <a {...rest} href={address} onClick={go} />;
});

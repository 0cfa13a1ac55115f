import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { Icon, type IconName } from '../show/icons.tsx';

/** The looks with their classes: five of a box, the quiet act of a row, and a word within a sentence. */
const LOOKS = {
  normal: 'button',
  primary: 'button primary',
  outline: 'button outline',
  plain: 'button plain',
  link: 'button link',
  row: 'row-act',
  word: 'word',
} as const;

/** How a button is drawn; at most one is `primary` on a surface. */
export type ButtonLook = keyof typeof LOOKS;

interface Dress {
  look?: ButtonLook;
  size?: 'compact';
  /** It destroys or takes back. */
  danger?: boolean;
  /** Before its words. */
  icon?: IconName;
  /** In pixels; by default that of the text. */
  iconSize?: number;
  /** Classes beside those of its look: for its place, not for its look. */
  className?: string;
}

type Pressed = Omit<ComponentProps<'button'>, 'type'> & {
  /** Sends the form that it stands in, as Enter does. */
  submit?: boolean;
};

const classesOf = (look: ButtonLook, { size, danger, className }: Dress) =>
  [LOOKS[look], size, danger && 'danger', className].filter(Boolean).join(' ');

/** What is pressed to act: a box with words, the act of a row (`look="row"`) or a word in a sentence (`look="word"`). */
export function Button({
  look = 'normal',
  size,
  danger,
  icon,
  iconSize,
  className,
  children,
  ...pressed
}: Pressed & Dress) {
  return (
    <Pressable {...pressed} className={classesOf(look, { size, danger, className })}>
      {icon && <Icon name={icon} size={iconSize} />}
      {children}
    </Pressable>
  );
}

/** A link that looks like a button: it leads to a page. */
export function ButtonLink({
  look = 'normal',
  size,
  danger,
  icon,
  iconSize,
  className,
  children,
  ...link
}: ComponentProps<typeof Link> & Dress) {
  return (
    <Link {...link} className={classesOf(look, { size, danger, className })}>
      {icon && <Icon name={icon} size={iconSize} />}
      {children}
    </Link>
  );
}

type IconPressed = Omit<Pressed, 'children' | 'aria-label'> & Dress & { icon: IconName; label: string };

/** A button that shows its icon alone; `label` names it for screen readers. Without a look it is as its place draws it. */
export function IconButton({ look, size, danger, icon, iconSize, label, className, ...pressed }: IconPressed) {
  return (
    <Pressable
      {...pressed}
      aria-label={label}
      className={look ? classesOf(look, { size, danger, className }) : className}
    >
      <Icon name={icon} size={iconSize} />
    </Pressable>
  );
}

/** Anything else that is pressed and draws itself by its own classes: a card, a cell, an option, a tab. */
export function Pressable({ submit = false, ...pressed }: Pressed) {
  return <button {...pressed} type={submit ? 'submit' : 'button'} />;
}

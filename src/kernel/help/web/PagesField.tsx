import { useContext, useMemo, useState } from 'react';
import { Field } from '#platform/web/form/fields.tsx';
import { useUntaken } from '#platform/web/form/untaken.ts';
import type { Form } from '#platform/web/form/useForm.ts';
import type { PageRoute } from '#platform/web/module.ts';
import { fullName } from '#platform/web/route/breadcrumb.ts';
import { PagesContext } from '#platform/web/route/manifests.ts';
import { useSite } from '#platform/web/session/session.ts';
import { titleForKind } from '#platform/web/session/siteKind.ts';
import { MenuContext, wholeMenu } from '#platform/web/shell/menu.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';

/** So many pages are offered at once; more letters narrow them. */
const OFFERED = 8;

/** The pages that a document helps with: found by their titles, kept as addresses, one a line. */
export function PagesField({ form, name }: { form: Form; name: string }) {
  const pages = useContext(PagesContext);
  const { kind } = useSite();
  const [typed, setTyped] = useState('');
  const chosen = form.text(name).split('\n').filter(Boolean);
  const set = (next: readonly string[]) => form.set({ [name]: next.join('\n') });
  const untaken = useUntaken(typed);
  const tabs = useContext(MenuContext);
  const menu = useMemo(() => wholeMenu(tabs, kind), [tabs, kind]);
  const nameOf = (page: PageRoute) => fullName(page, kind, menu);
  const words = typed.trim();
  const found =
    words === ''
      ? []
      : pages.filter(
          (page, at) =>
            page.chrome !== 'none' &&
            !chosen.includes(page.path) &&
            (nameOf(page).includes(words) || page.path === words) &&
            // Of pages of one name the first is offered: its help is also that of the pages below it.
            pages.findIndex((one) => nameOf(one) === nameOf(page)) === at,
        );
  // Its very name stands before the pages below it.
  const isNamed = (page: PageRoute) => [page.path, titleForKind(kind, page.title), nameOf(page)].includes(words);
  const named = found.filter(isNamed);
  const offers = [...named, ...found.filter((page) => !isNamed(page))].slice(0, OFFERED);
  const add = (page: PageRoute | undefined) => {
    if (!page) return;
    set([...chosen, page.path]);
    setTyped('');
  };
  return (
    <Field form={form} name={name} label="对应页面" hint="在这些页面按“帮助”时打开这篇">
      {(control) => (
        <>
          <span className={control['aria-invalid'] || untaken.fault ? 'field-box wrong' : 'field-box'}>
            <Icon name="search" />
            <input
              {...control}
              {...untaken.field}
              aria-invalid={control['aria-invalid'] || untaken.fault !== ''}
              autoComplete="off"
              maxLength={40}
              placeholder="输入页面名称，如“党员信息”"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={(event) => {
                control.onBlur();
                // Who goes on to the pages found chooses there; else the only page of this name is meant.
                const goesOn = event.relatedTarget?.closest('.help-pages') != null;
                if (!goesOn && named.length === 1) add(named[0]);
              }}
              onKeyDown={(event) => {
                // Enter takes the first page; it must not send the form.
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                add(offers[0]);
              }}
            />
          </span>
          {untaken.fault && (
            <p className="field-fault" role="alert">
              <Icon name="warning" size={14} />
              {untaken.fault}
            </p>
          )}
          {words !== '' && (
            <ul className="help-pages" aria-label="查找结果">
              {offers.map((page) => (
                <li key={page.path}>
                  <Button size="compact" icon="plus" iconSize={14} onClick={() => add(page)}>
                    {nameOf(page)}
                  </Button>
                </li>
              ))}
              {offers.length === 0 && <li className="muted small">没有叫“{words}”的页面</li>}
            </ul>
          )}
          {chosen.length > 0 && (
            <ul className="help-pages" aria-label="已选页面">
              {chosen.map((path) => {
                const page = pages.find((one) => one.path === path);
                const title = page ? nameOf(page) : path;
                return (
                  <li key={path} className="tag">
                    {title}
                    <IconButton
                      icon="close"
                      iconSize={12}
                      label={`移除${title}`}
                      onClick={() => {
                        set(chosen.filter((one) => one !== path));
                        document.getElementById(control.id)?.focus();
                      }}
                    />
                  </li>
                );
              })}
            </ul>
          )}
        </>
      )}
    </Field>
  );
}

import { createElement } from 'react';
import type { PageRoute } from '../module.ts';
import type { NounWeb } from './nounWeb.ts';

interface NounRoutes {
  /** What the noun is called, and its list. */
  label: string;
  title: string;
  /** The list's address, and the words below it where the specification has its own (`nounPlace`). */
  list: string;
  browse?: string;
  edit?: string;
  add?: string;
  /** The name of the id in the address of the form. */
  editId?: string;
  /**
   * Whole addresses of record and form where the specification names the id in the query: `?id=`, `?orgId=` (`nounPages`); `edit`
   * where what is there is changed at another one.
   */
  pages?: { browse: string; form: string; edit?: string };
  /** Rights to read and to write. */
  read: string;
  write: string;
  /** Pages above the list, as [title, path]. */
  crumbs?: readonly (readonly [string, string])[];
  /** The noun's pages (`nounWeb`); their code and the kit's is fetched when one is opened. */
  load: () => Promise<{ default: NounWeb }>;
}

/** The four pages of a noun for its module's manifest. */
export function nounRoutes(of: NounRoutes): PageRoute[] {
  const {
    label,
    title,
    list,
    browse = 'browse',
    edit = 'edit',
    add = 'add',
    editId = 'id',
    read,
    write,
    load,
    pages,
    crumbs = [],
  } = of;
  const below = [...crumbs, [title, list] as const];
  const form = async () => {
    const [{ default: web }, { NounForm }] = await Promise.all([load(), import('./NounForm.tsx')]);
    return { default: () => createElement(NounForm, { of: web }) };
  };
  return [
    {
      path: list,
      title,
      permission: read,
      ...(crumbs.length > 0 ? { crumbs } : {}),
      folded: true,
      load: async () => {
        const [{ default: web }, { NounList }] = await Promise.all([load(), import('./NounList.tsx')]);
        return { default: () => createElement(NounList, { of: web }) };
      },
    },
    {
      path: pages?.browse ?? `${list}/${browse}/:id`,
      title: `${label}详情`,
      permission: read,
      crumbs: below,
      load: async () => {
        const [{ default: web }, { NounRecordPage }] = await Promise.all([load(), import('./NounRecordPage.tsx')]);
        return { default: () => createElement(NounRecordPage, { of: web }) };
      },
    },
    {
      path: pages?.form ?? `${list}/${add}/:orgId?`,
      title: `新增${label}`,
      permission: write,
      crumbs: below,
      folded: true,
      load: form,
    },
    ...(pages && !pages.edit
      ? []
      : [
          {
            path: pages?.edit ?? `${list}/${edit}/:${editId}`,
            title: `编辑${label}`,
            permission: write,
            crumbs: below,
            folded: true,
            load: form,
          },
        ]),
  ];
}

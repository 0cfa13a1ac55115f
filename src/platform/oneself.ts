/** The sentence for somebody who tries to decide their own matter; pages show it in place of the missing button. */
export const ownMatterRefusal = (act: string): string =>
  `不能由本人办理自己的“${act}”，请由本组织其他工作人员或上级党组织办理`;

/** The `ref` of the open tab: on a phone the row of tabs is wider than the window, and this scrolls to the open one. */
export const bringIntoView = (tab: HTMLElement | null) => {
  if (tab?.parentElement) tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.offsetLeft - 40;
};

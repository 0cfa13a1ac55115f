/** As the `ref` of the tab that is open: on a phone the row is wider than the window, and the open one is seen. */
export const bringIntoView = (tab: HTMLElement | null) => {
  if (tab?.parentElement) tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.offsetLeft - 40;
};

/** Options of an infinite query that pages by offset until a page is not full. */
export const byOffset = <Page>(pageSize: number, lengthOf: (page: Page) => number) => ({
  initialPageParam: 0,
  getNextPageParam: (last: Page, _pages: Page[], offset: number) =>
    lengthOf(last) < pageSize ? undefined : offset + pageSize,
});

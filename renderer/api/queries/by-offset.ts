/** Pages of a list by its offset, until one is not full. */
export const byOffset = <Page>(pageSize: number, lengthOf: (page: Page) => number) => ({
  initialPageParam: 0,
  getNextPageParam: (last: Page, _pages: Page[], offset: number) =>
    lengthOf(last) < pageSize ? undefined : offset + pageSize,
});

/** Returns an id of a desk that a request names: in its address, as a number, or as a picture in a text. None may leave the desk. */
export function ownIdIn(path: string, body: string): string | undefined {
  const [id] =
    /(?:\/|[?&a-z_]revisionid=)-\d{10,}/.exec(path) ??
    /(?<=[:,[]|\[image\|)-\d{10,}(?=[,\]}|])/.exec(body) ??
    [];
  return id;
}

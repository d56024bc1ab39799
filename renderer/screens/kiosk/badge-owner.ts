import { api } from '../../api/client.ts';

const longestBadge = 200;

/** Returns the userid of a badge's owner; null for other codes, and if nothing answers. */
export async function findBadgeOwner(code: string): Promise<number | null> {
  if (code.length > longestBadge) return null;
  try {
    return (await api('POST /benchside/kiosk/badge', { body: { badge: code } })).userid;
  } catch (error) {
    console.warn('It could not be seen whether a code is a badge', error);
    return null;
  }
}

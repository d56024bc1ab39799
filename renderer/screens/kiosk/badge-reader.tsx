import { useScanner } from '../../keyboard/use-scanner.ts';
import { findBadgeOwner } from './badge-owner.ts';

export interface BadgeReaderProps {
  onBadge: (userid: number, badge: string) => void;
}

/** Handles scanned badges during work; any other code stays in the field where it was scanned. */
export function BadgeReader({ onBadge }: BadgeReaderProps): null {
  const read = async (text: string): Promise<(() => void) | null> => {
    const userid = await findBadgeOwner(text);
    return userid === null ? null : () => onBadge(userid, text);
  };
  useScanner({ slow: false, onScan: (text) => void read(text).then((act) => act?.()), inField: read });
  return null;
}

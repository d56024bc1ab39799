import { api } from '../../api/client.ts';
import { paths } from '../../location.ts';
import { jobPlace } from './found-work.ts';
import { readScan, scannedGuide } from './scan.ts';

/**
 * Returns where a code leads that was scanned at a desk: to a guide, or to the job of an order, or to its start if it is assigned. The search
 * has the rest.
 */
export async function scannedPlace(scanned: string, viewer: number | undefined): Promise<string | null> {
  const read = readScan(scanned);
  if (read === null) return null;
  const text = read.kind === 'guide' ? scanned.trim() : read.text;
  const place = read.kind === 'guide' ? null : await orderPlace(text, viewer);
  if (place !== null) return place;
  const guide = read.kind === 'order' ? null : await scannedGuide(read.guideid);
  return guide ? paths.guide(guide.guideid) : paths.search({ q: text });
}

async function orderPlace(order: string, viewer: number | undefined): Promise<string | null> {
  const { jobs, assigned } = await api('GET /benchside/search/work', { query: { q: order } });
  const isOrder = ({ workorderid }: { workorderid: string }): boolean =>
    workorderid.toLowerCase() === order.toLowerCase();
  const found = jobs.filter(isOrder);
  const job = found.find(({ status }) => status !== 'complete') ?? found[0];
  if (job) return jobPlace(job, viewer);
  const waiting = assigned.find(isOrder);
  return waiting ? paths.startWork(waiting.guideid, waiting.workorderid) : null;
}

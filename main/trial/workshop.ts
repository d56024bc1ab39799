import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

const sample = join(import.meta.dirname, '../../resources/sample-workshop/workshop.json');

const people = z.object({
  users: z.array(
    z.object({
      username: z.string(),
      email: z.string(),
      password: z.string(),
      privileges: z.array(z.string()),
    }),
  ),
});

export interface Person {
  username: string;
  email: string;
  password: string;
}

export function sampleTechnician(): Person {
  const { users } = people.parse(JSON.parse(readFileSync(sample, 'utf8')));
  const technician = users.find(({ privileges }) => !privileges.includes('Admin'));
  if (!technician) throw new Error('the sample workshop has no technician');
  return technician;
}

export const hasWorkshop = (hub: string): boolean => existsSync(hub);

/** Fills a folder beside `hub` and renames it at the end, so that a workshop is complete or absent. */
export async function makeWorkshop(cli: string, hub: string): Promise<boolean> {
  const part = `${hub}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const seed = spawn(process.execPath, [cli, 'seed', sample, '--data', part], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve) => {
    seed.on('error', () => resolve(null));
    seed.on('exit', resolve);
  });
  if (code !== 0) return false;
  renameSync(part, hub);
  return true;
}

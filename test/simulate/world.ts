import { rmSync } from 'node:fs';

import type { TransportRequest } from '../../app/sync/transport.ts';
import type { Role } from '../../app/store/actor.ts';
import type { Desk } from './desk.ts';
import type { Random } from './random.ts';
import type { Site } from './site.ts';

export interface Person {
  userid: number;
  username: string;
  role: Role;
  /** A sign-in at the site itself, which nothing ends. */
  token: string;
}

/** Something that somebody did, somewhere. */
export interface Edit {
  /** A text that occurs nowhere else, in what was written. */
  mark: string | undefined;
  userid: number;
  place: string;
  route: string;
  /** Marks in what the person saw when they did it, or decided about it. */
  seen: Set<string>;
  /** UNIX seconds, by the right clock; and how often the machine had been started. */
  time: number;
  boot: number;
  /** Of the journal of its desk. */
  entryid?: string;
}

/** What the parts of an episode share. */
export class World {
  /** UNIX seconds; the site's clock is right. */
  time = 1_750_000_000;
  readonly folder: string;
  readonly people: readonly Person[];
  readonly desks: Desk[] = [];
  readonly edits: Edit[] = [];
  /** Requests that are still under way though nobody waits for their answer. */
  late: TransportRequest[] = [];
  readonly trace: string[] = [];
  /** What must not be, in words. */
  readonly wrong: string[] = [];
  /** Journals on sticks. */
  readonly sticks: { file: string; from: Desk }[] = [];
  /** Marks of what may be on the site twice: steps that somebody chose to put back, and what a restored hub had lost. */
  readonly putBack = new Set<string>();
  /** See `plan.ts`. */
  edition = 1;
  /** Which reads are compared when everything is at rest; all where there is no chance to ask. */
  sample: Random | undefined;
  /** The edit that somebody makes at the site itself right now. */
  direct: Edit | undefined;
  private given: Site | undefined;
  private marks = 0;

  constructor(folder: string, people: readonly Person[]) {
    this.folder = folder;
    this.people = people;
  }

  get site(): Site {
    if (!this.given) throw new Error('the world has no site yet');
    return this.given;
  }

  set site(site: Site) {
    this.given = site;
  }

  pass(seconds: number): void {
    this.time += seconds;
  }

  note(line: string): void {
    this.trace.push(line);
  }

  violation(text: string): void {
    if (this.wrong.length < 20) this.wrong.push(text);
    this.note(`!!! ${text}`);
  }

  mark(): string {
    this.marks += 1;
    return `zq${this.marks}x`;
  }

  async close(): Promise<void> {
    for (const desk of this.desks) await desk.close();
    await this.site.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** All marks in a text. */
export const marksIn = (text: string): string[] => text.match(/zq\d+x/g) ?? [];

import type { ChaosPerson } from './people.ts';

/** An edit that a desk or the hub has accepted. */
export interface ChaosEdit {
  readonly mark: string | undefined;
  /** The desk where it was made, or the hub. */
  readonly place: string;
  readonly person: string;
  readonly route: string;
}

/** What all parts of one episode know: its edits, its trace and the violations found. */
export class ChaosWorld {
  readonly seed: number;
  readonly folder: string;
  /** Edits that were answered with success. */
  readonly accepted: ChaosEdit[] = [];
  readonly trace: string[] = [];
  readonly violations: string[] = [];
  /** Ids of people at the hub, by name. */
  readonly userids = new Map<string, number>();
  private readonly verbose: boolean;
  private marks = 0;

  constructor(seed: number, folder: string, verbose: boolean) {
    this.seed = seed;
    this.folder = folder;
    this.verbose = verbose;
  }

  note(line: string): void {
    const timed = `${new Date().toISOString().slice(11, 23)} ${line}`;
    this.trace.push(timed);
    if (this.verbose) console.log(timed);
  }

  reportViolation(text: string): void {
    this.violations.push(text);
    this.note(`!!! ${text}`);
  }

  mark(): string {
    this.marks += 1;
    return `zq${this.marks}x`;
  }

  userid({ username }: ChaosPerson): number {
    return this.userids.get(username) ?? 0;
  }
}

import { AsyncLocalStorage } from 'node:async_hooks';

import { invariant } from '../../shared/assert.ts';
import { AppError } from '../../shared/errors.ts';
import type { Viewer } from '../store/actor.ts';
import type { PersonsEdit, Store } from '../store/store.ts';

/** Edits of one commit of a shared site: more would keep other callers waiting for longer than the way to PostgreSQL takes. */
export const mostOfCommit = 50;

/** An edit that waits for the next commit. `edit` returns a function that answers the caller; it is called after the commit. */
interface WaitingEdit extends PersonsEdit<() => void> {
  refuse: (reason: unknown) => void;
}

/**
 * Edits that came one by one to a shared site. Those that arrive while this process waits for its turn share one commit, so that a lone edit
 * waits for no other (decision 0056).
 */
export class EditGroups {
  private readonly store: Pick<Store, 'takeTurn' | 'editTogether'>;
  private waiting: WaitingEdit[] = [];

  constructor(store: Pick<Store, 'takeTurn' | 'editTogether'>) {
    this.store = store;
  }

  /**
   * Runs `edit`, which changes the store by `Store.edit` and answers at once, after the edits that wait already.
   *
   * @returns its result, once the site has it. Rejects with its own error, or with that of the commit
   */
  carryOut<T>(viewer: Viewer, edit: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const run = AsyncLocalStorage.bind(() => {
      const result = edit();
      invariant(!(result instanceof Promise), 'an edit that shares a commit answers at once');
      return () => resolve(result);
    });
    this.waiting.push({ viewer, edit: run, refuse: reject });
    if (this.waiting.length === 1) void this.commitNext();
    return promise;
  }

  private async commitNext(): Promise<void> {
    try {
      await this.store.takeTurn();
    } catch (error) {
      for (const { refuse } of this.waiting.splice(0)) refuse(error);
      return;
    }
    const group = this.waiting.splice(0, mostOfCommit);
    if (this.waiting.length > 0) void this.commitNext();
    this.commit(group);
  }

  private commit(group: readonly WaitingEdit[]): void {
    try {
      for (const [index, result] of this.store.editTogether(group).entries())
        if (result.status === 'fulfilled') result.value();
        else group[index]?.refuse(result.reason);
    } catch (error) {
      const isAway = error instanceof AppError && error.code === 'unavailable';
      if (isAway || group.length === 1) for (const { refuse } of group) refuse(error);
      // One of them makes the whole commit fail. Nothing of it was kept, and the others succeed without it.
      else for (const edit of group) this.commit([edit]);
    }
  }
}

import type { Mutation } from './mutations.ts';

/** Mutations that undo the fix of a fault that `npm run chaos` or an episode found (README.md). */
export const mutationsOfFindings: readonly Mutation[] = [
  {
    name: 'chaos 1: a hub does not notice that a desk has read another history',
    changes: [
      {
        file: 'app/store/feed/epochs.ts',
        from: 'sequence <= s.feed.sequence && stampOf(s, sequence) === stamp;',
        to: 'sequence <= s.feed.sequence && stamp !== stampOf(s, -1);',
      },
    ],
  },
  {
    name: 'chaos 2: what a restored hub has lost stays at desks',
    scenario: 'restored hub',
    changes: [
      {
        file: 'app/sync/pull-feed.ts',
        from: 'removeGhosts(round, s, present);',
        to: 'removeGhosts.toString();',
      },
    ],
  },
  {
    name: 'chaos 2: edits that a restored hub has lost count as done',
    changes: [
      {
        file: 'app/replica/decisions/park-lost.ts',
        from: "if (entry?.state === 'done') s.journal.lose(entry);",
        to: '',
      },
    ],
  },
  {
    name: 'chaos 3: an answer that a hub repeats counts as new',
    changes: [
      {
        file: 'app/sync/remote.ts',
        from: 'Number.isSafeInteger(sequence) && sequence >= 0',
        to: 'Number.isSafeInteger(sequence) && sequence < 0',
      },
    ],
  },
  {
    name: 'chaos 6: the refusal of a token takes the one that came after it',
    changes: [
      {
        file: 'app/identity/people.ts',
        from: 'if (sealed && vault.open(sealed) === token) refusePerson(s, userid);',
        to: "if (sealed && vault.open(sealed) !== '' && token !== '') refusePerson(s, userid);",
      },
    ],
  },
  {
    name: 'chaos 7: who handed a run over no longer sees it at other desks',
    scenario: 'handed over',
    changes: [
      {
        file: 'app/store/migrations/0025-work-holders.ts',
        from: "WHEN NEW.type IN ('start', 'assume')",
        to: "WHEN NEW.type = 'nobody'",
      },
    ],
  },
  {
    name: 'chaos 8: what a guest network answers for a third-party site counts',
    scenario: 'guest network',
    changes: [
      {
        file: 'app/sync/push/outcomes.ts',
        from: 'if (!round.hub && answers === undefined && !answersWithIds(plan.route))',
        to: 'if (!round.hub && answers === undefined && answersWithIds(plan.route))',
      },
    ],
  },
  {
    name: 'chaos 9: the time of the last sync is by the clock of the desk',
    changes: [
      {
        file: 'app/sync/engine.ts',
        from: "s.deskState.set('lastSuccess', siteTime)",
        to: "s.deskState.set('lastSuccess', round.endedAt)",
      },
    ],
  },
  {
    name: 'chaos 10: an edit is carried out under a number that sync has replaced',
    changes: [
      {
        file: 'app/api/server.ts',
        from: 'if (isNamed && !isDeepStrictEqual(asSiteNames(s, endpoint, given), input)) throw new Renamed();',
        to: '',
      },
      {
        file: 'app/api/server.ts',
        from: 'if (isDeepStrictEqual(latest(), input)) throw error;',
        to: 'throw error;',
      },
    ],
  },
  {
    name: 'chaos 12: a view that cannot be sent waits for a decision',
    changes: [
      {
        file: 'app/sync/push/outcomes.ts',
        from: "const state = isSilentOperation(entry.route) ? 'discarded' : 'parked';",
        to: "const state = 'parked';",
      },
    ],
  },
  {
    name: 'chaos 13: keys are forgotten by the clock of the hub',
    changes: [
      {
        file: 'app/store/idempotency/idempotency.ts',
        from: 'DELETE FROM idempotency WHERE day <= ${day - keptDays}',
        to: 'DELETE FROM idempotency WHERE date < ${now - keptDays * 86_400}',
      },
    ],
  },
  {
    name: 'chaos minor: a number of this desk leaves it with a translation',
    changes: [
      {
        file: 'app/sync/push/revision-mapping.ts',
        from: 'revisionid: stated < 0 ?',
        to: 'revisionid: stated < -1e12 ?',
      },
    ],
  },
  {
    name: 'chaos minor: a page whose title another person used first is refused',
    scenario: 'same page',
    changes: [
      {
        file: 'app/sync/push/push.ts',
        from: 'if (hub && status === 422)',
        to: 'if (hub && status === 999)',
      },
    ],
  },
  {
    name: 'chaos minor: a comment on a deleted step does not reach other desks',
    scenario: 'deleted step',
    changes: [
      {
        file: 'app/store/resources/comment.ts',
        from: "if (context === 'step' && told !== undefined) return { guideid: told };",
        to: '',
      },
    ],
  },
  {
    name: 'what a guest network answers is prepared as a guide',
    scenario: 'guest network at guides',
    changes: [
      {
        file: 'app/sync/preparer.ts',
        from: 'if (!isGuideAnswer(given)) return { broken: true };',
        to: '',
      },
    ],
  },
  {
    name: 'rule F1.4: the size of a picture that only a draft shows is not sent',
    scenario: 'illustrated draft',
    changes: [
      {
        file: 'app/store/resources/guide.ts',
        from: "factsOf(s, guideid, draft ? 'guide_draft' : 'guide')",
        to: "factsOf(s, guideid, 'guide')",
      },
    ],
  },
  {
    name: 'rule F4.1: who had a lost job keeps the job that has its id now',
    scenario: 'lost taking over',
    changes: [
      {
        file: 'app/store/work-log/remote.ts',
        from: 'if (hub) s.db.run(sql`DELETE FROM work_person WHERE entryid = ${entryid}`);',
        to: '',
      },
    ],
  },
  {
    name: 'rule F4.2: tags of what was made here and not sent count as lost',
    scenario: 'unsent tags',
    changes: [
      {
        file: 'app/store/resources/resource.ts',
        from: 'isProvisional(named) || (named > 0 && !isProvisional(-named))',
        to: 'named > 0',
      },
    ],
  },
  {
    name: 'rule F4.3: a desk whose clock is ahead asks about no edits of the last days',
    scenario: 'restored hub, slow clock',
    changes: [
      {
        file: 'app/replica/journal/reader.ts',
        from: '(e.rowid > ${event} OR (NOT ${Number(isSure)} AND ',
        to: '((',
      },
    ],
  },
  {
    name: 'rule F4.3: a desk does not ask about edits that another desk had sent',
    scenario: 'lost after carrying',
    changes: [
      {
        file: 'app/replica/journal/reader.ts',
        from: "WHERE state = 'done' AND ${isEdit}",
        to: "WHERE state = 'done' AND attempts > 0 AND ${isEdit}",
      },
    ],
  },
  {
    name: 'rule F4.6: an edit that was sent and not read back is not noticed as lost',
    scenario: 'restored hub',
    changes: [{ file: 'app/sync/remote.ts', from: 'told: toldIn(response, named),', to: '' }],
  },
  {
    name: 'rule F4.7: a hub names no lines of earlier epochs',
    scenario: 'met after a backup',
    changes: [
      {
        file: 'app/store/feed/feed-text.ts',
        from: 'earlier: pointsSince(s, after),',
        to: 'earlier: [],',
      },
    ],
  },
  {
    name: 'rule F4.8: who discards an edit of what the hub has lost gets that back',
    scenario: 'discarded loss',
    changes: [
      {
        file: 'app/replica/decisions/detach.ts',
        from: 'before: number === id ? (s.journal.before(entry.sequence, kind, id) ?? null) : null,',
        to: 'before: s.journal.before(entry.sequence, kind, id) ?? null,',
      },
    ],
  },
  {
    name: 'rule F4.10: a page made along with a lost guide is not made with it again',
    scenario: 'lost guide with a new part',
    changes: [
      {
        file: 'app/replica/decisions/recreate-on-site.ts',
        from: 'perform(guideAgain(s, version, entry.sender), pagesOf(s, pending))',
        to: 'perform(guideAgain(s, version, entry.sender))',
      },
    ],
  },
  {
    name: 'rule F4.11: edits of what is recreated go before the edits that recreate it',
    scenario: 'lost illustrated guide',
    changes: [
      {
        file: 'app/replica/decisions/park-lost.ts',
        from: '[...recreating, ...known]',
        to: '[...known, ...recreating]',
      },
    ],
  },
  {
    name: 'rule F4.12: edits from a stick keep the ids of a history that the hub has lost',
    scenario: 'unread news',
    changes: [
      {
        file: 'app/replica/seen-points.ts',
        from: 'if (!includesPoint(seenPoints(s), newest))',
        to: 'if (includesPoint(seenPoints(s), newest))',
      },
      {
        file: 'app/bundle/import-journal.ts',
        from: 's.journal.keepSiteVersions(shown);',
        to: 'shown.toString();',
      },
    ],
  },
  {
    name: 'rule F4.2: a restored hub that starts twice takes the ids that it skipped for given',
    changes: [
      {
        file: 'app/store/feed/epochs.ts',
        from: 'DO UPDATE SET stamp = excluded.stamp`',
        to: 'DO UPDATE SET stamp = excluded.stamp, ids = excluded.ids`',
      },
    ],
  },
  {
    name: 'rule F4.13: an edit is planned on a version that a restored hub has lost',
    scenario: 'restored hub, slow clock',
    changes: [
      {
        file: 'app/sync/unasked-documents.ts',
        from: 'document !== undefined &&\n',
        to: 'document === undefined &&\n',
      },
    ],
  },
  {
    name: 'rule F4.14: a lost page discards the edit of a guide that made it',
    changes: [
      {
        file: 'app/replica/plan/plan-entry.ts',
        from: "(mergedKind(route) ?? createdDocument(route)) === 'guide'",
        to: "(mergedKind(route) ?? createdDocument(route)) === undefined && route === ''",
      },
    ],
  },
  {
    name: 'rule J2.3: the version that a report made has no number of the site',
    scenario: 'reported version',
    changes: [
      {
        file: 'app/sync/push/revision-mapping.ts',
        from: 'const named = versions?.(answer);',
        to: 'const named = versions && undefined;',
      },
    ],
  },
  {
    name: 'rule J2.8: an edit from a stick of a page that the site has made along names no page',
    scenario: 'page made along',
    changes: [
      {
        file: 'app/bundle/export-journal.ts',
        from: 'return [...new Set([...made, ...about])].flatMap(',
        to: 'return [...new Set(about.length > 0 ? made : [])].flatMap(',
      },
    ],
  },
  {
    name: 'rule G3.3: a gateway that answers at the first contact makes a third-party site of a hub',
    changes: [
      {
        file: 'app/sync/engine.ts',
        from: "if (remote.signedBy !== undefined) throw intercepted('a hub without information about itself');",
        to: '',
      },
    ],
  },
  {
    name: 'rule F4.18: a mark of a lost notification marks another one',
    scenario: 'lost notifications',
    changes: [{ file: 'app/replica/decisions/detach.ts', from: "notificationids: 'notification',", to: '' }],
  },
  {
    name: 'rule J10.4: a translation is planned without its guide',
    scenario: 'unread guide',
    changes: [
      {
        file: 'app/replica/plan/translation.ts',
        from: "if (!isHere(s, guideid, params['stepid'])) return { kind: 'nothing' };",
        to: 'isHere.toString();',
      },
    ],
  },
  {
    name: 'rule F4.15: edits about a lost guide that was made here do not follow it',
    scenario: 'lost guide',
    changes: [
      {
        file: 'app/replica/decisions/park-lost.ts',
        from: 'if (again !== undefined) renamed.set(provisional, again);',
        to: '',
      },
    ],
  },
  {
    name: 'rule F4.16: what has an id that the hub has lost stays until the feed was read',
    scenario: 'cut-off reading',
    changes: [
      { file: 'app/sync/history.ts', from: 'removeLost(round, s, fork.ids);', to: 'removeLost.toString();' },
    ],
  },
  {
    name: 'rule F4.16: notifications that a restored hub has lost stay',
    scenario: 'restored assignments',
    changes: [
      {
        file: 'app/sync/ghosts.ts',
        from: "s.notifications.removeAbove(highestId(ids, 'notification'));",
        to: '',
      },
    ],
  },
  {
    name: 'rule F4.2: an edit without a base is sent again and again',
    scenario: 'lost deletion',
    changes: [
      {
        file: 'app/sync/push/push.ts',
        from: ': currentVersions(s, entry).before !== undefined;',
        to: ': currentVersions !== undefined;',
      },
    ],
  },
  {
    name: 'rule F8.1: jobs and assigned work of a guide that becomes public are not sent again',
    scenario: 'made public',
    changes: [
      {
        file: 'app/store/guides/record-belongings.ts',
        from: '  recordContent(s, guideid);\n  recordWork(s, guideid);',
        to: '  recordContent(s, guideid);',
      },
    ],
  },
  {
    name: 'rule F4.8: a discarded edit from a stick brings what a restored hub has lost',
    scenario: 'lost comments',
    changes: [
      {
        file: 'app/replica/decisions/park-lost.ts',
        from: "if (isOnlyThere) s.siteVersions.set(kind, id, 'gone');",
        to: '',
      },
    ],
  },
  {
    name: 'rule F10.1: a desk shows everybody the text of a release that is not out',
    scenario: 'prepared release',
    changes: [{ file: 'app/store/guides/storage.ts', from: 'draft: !isOut,', to: 'draft: !isOut && isOut,' }],
  },
  {
    name: 'rule F10.2: a desk shows everybody what was edited there before it knew of the release',
    scenario: 'unknown release',
    changes: [
      {
        file: 'app/sync/apply.ts',
        from: 's.guides.markDraftsAfter(guideid, guide.row.revisionid);',
        to: '',
      },
    ],
  },
  {
    name: 'rule F10.2: a release that was replaced or discarded leaves its text to readers',
    scenario: 'released draft',
    changes: [
      {
        file: 'app/store/guides/writer.ts',
        from: '    if (this.s.meta.isDesk) return;\n    this.showReleased(guideid, revisionid);',
        to: '    this.showReleased(guideid, revisionid);\n    if (this.s.meta.isDesk) return;',
      },
    ],
  },
  {
    name: 'rule F4.16: a desk keeps versions that a restored hub has lost',
    scenario: 'lost versions',
    changes: [
      {
        file: 'app/sync/ghosts.ts',
        from: "  forgetVersionsAbove(s, highestId(ids, 'revision'));",
        to: '',
      },
    ],
  },
  {
    name: 'rule F11.1: a release that was discarded or lost leaves drafts behind',
    scenario: 'discarded release',
    changes: [
      {
        file: 'app/store/releases/writer.ts',
        from: 'UPDATE guide_revision SET draft = 0',
        to: 'UPDATE guide_revision SET draft = draft',
      },
    ],
  },
  {
    name: 'rule F11.2: a comment on a deleted step is known to its guide only',
    scenario: 'refused comment',
    // Either alone shows nothing: the hub sends such a comment again, with its guide (F8.1).
    changes: [
      { file: 'app/store/resources/comment.ts', from: ' ?? ownerHere(s, commentid)', to: '' },
      {
        file: 'app/store/guides/record-belongings.ts',
        from: 'recordSteps(s, hidden);',
        to: '',
      },
    ],
  },
  {
    name: 'rule F11: a desk shows comments on deleted steps by the drafts that it knows',
    scenario: 'deleted steps of released guides',
    changes: [
      {
        file: 'app/store/policy/guides.ts',
        from: "EXISTS (SELECT 1 FROM release p WHERE p.guideid = ${guideid} AND p.status <> 'draft')\n     OR ",
        to: '',
      },
      {
        file: 'app/store/policy/guides.ts',
        from: 'AND h.had_drafts = 1',
        to: 'AND h.had_drafts = 2',
      },
    ],
  },
  {
    name: 'rule J2.8: a desk does not have the pages that edits from a stick made along the way',
    scenario: 'unread part',
    changes: [
      {
        file: 'app/bundle/import-journal.ts',
        from: 'for (const page of entry.pages) makePage(s, entry, page);',
        to: '',
      },
      {
        file: 'app/bundle/import-journal.ts',
        from: 'for (const page of entry.pages) if (!made.has(page.id)) makePage(s, entry, page);',
        to: '',
      },
    ],
  },
  {
    name: 'rule J2.9: edits from a stick of a page that the desk has are of a page that it does not have',
    scenario: 'carried page made along',
    changes: [
      {
        file: 'app/bundle/import-journal.ts',
        from: 'return page ? [[id, page.wikiid]] : [];',
        to: 'return page && id > 0 ? [[id, page.wikiid]] : [];',
      },
    ],
  },
  {
    name: 'rule J6.3: a new step is found by its position in a repeated answer',
    changes: [
      {
        file: 'app/sync/push/outcomes.ts',
        from: '{ ...plan, isRepeated: true }',
        to: 'plan',
      },
    ],
  },
  {
    name: 'rule F4.2: a release that was discarded comes back with a lost one that followed it',
    changes: [
      {
        file: 'app/replica/rebase/replayer.ts',
        from: "const site = isGivenUp ? 'gone' : (known",
        to: "const site = false ? 'gone' : (known",
      },
    ],
  },
  {
    name: 'rule F4.15: a form of a step of a lost guide does not follow the step',
    scenario: 'lost forms',
    changes: [
      {
        file: 'app/replica/decisions/park-lost.ts',
        from: 'else renamed.set(old, id);',
        to: 'else void id;',
      },
    ],
  },
  {
    name: 'rule F4.15: tags of a guide that was made here count as those of a page',
    scenario: 'lost tag',
    changes: [
      {
        file: 'app/store/resources/tags.ts',
        from: "numbered(numberedBy, id) ?? { kind: 'guide', id }",
        to: "numbered(numberedBy, 0) ?? (id > 0 ? { kind: 'guide', id } : { kind: 'wiki', id: -id })",
      },
    ],
  },
  {
    name: 'rule F4.17: what a restored hub has lost is recreated whole or not at all',
    scenario: 'lost guide with prerequisites',
    changes: [
      {
        file: 'app/replica/rebase/replayer.ts',
        from: 'const refused = refusedFields(error).filter((field) => field in body);',
        to: 'const refused = refusedFields(error).filter(() => false);',
      },
      {
        file: 'app/replica/decisions/recreate-on-site.ts',
        from: 'prerequisites: content.prerequisites.filter((id) => s.guides.row(id)?.deleted === 0),',
        to: '',
      },
      {
        file: 'app/replica/decisions/park-lost.ts',
        from: 'if (!isRefusal(error)) throw error;',
        to: 'throw error;',
      },
    ],
  },
  {
    name: 'rule J6.4: the next edit is planned without the report that was sent before it',
    changes: [
      {
        file: 'app/sync/push/complete.ts',
        from: 'if (changes) changeSiteVersion(s, ',
        to: 'if (false) changeSiteVersion(s, ',
      },
    ],
  },
  {
    name: 'rule J10.4: an edit that could not be shown at first is not shown later',
    scenario: 'unread guide',
    changes: [
      {
        file: 'app/sync/pull-feed.ts',
        from: 'round.apply.replayer.replayUnshown(s);',
        to: '',
      },
    ],
  },
  {
    name: 'rule F8.2: forms of a guide that became private do not reach those who have jobs with it',
    scenario: 'jobs of others',
    changes: [
      {
        file: 'app/store/policy/forms.ts',
        from: '(guide && mayReadStep(this.s, guide, form.stepid)) || this.isNamedByOwnRun(form)',
        to: '(guide && mayReadStep(this.s, guide, form.stepid)) || (guide === undefined && this.isNamedByOwnRun(form))',
      },
    ],
  },
  {
    name: 'rule F1.5: a run names the newest form of a guide that its reader may not see',
    scenario: 'jobs of others',
    changes: [
      {
        file: 'app/store/work-log/reader.ts',
        from: 'endtime === null && isSeen ? this.s.forms',
        to: 'endtime === null && (guide || !site) ? this.s.forms',
      },
    ],
  },
  {
    name: 'rule F8.3: assigned work is hidden at desks that may not see its job',
    scenario: 'jobs of others',
    changes: [
      {
        file: 'app/store/assignments/assignments.ts',
        from: "ended = 0 AND NOT EXISTS (\n      SELECT 1 FROM work_log w WHERE w.entryid = assignment.entryid AND w.status IN ('complete', 'cancelled'))",
        to: "entryid IS NULL OR EXISTS (\n      SELECT 1 FROM work_log w WHERE w.entryid = assignment.entryid AND w.status NOT IN ('complete', 'cancelled'))",
      },
    ],
  },
  {
    name: 'rule J10.5: a replay of assigned work starts its job a second time',
    scenario: 'restored assignments',
    changes: [
      {
        file: 'app/replica/rebase/replayer.ts',
        from: 'made.kind !== kind && isMadeAlone(made.kind)',
        to: 'made.kind !== kind && isMadeAlone(made.kind) && isStored(s, made.kind, made.id)',
      },
      {
        file: 'app/replica/rebase/replayer.ts',
        from: 'if (makesOther(entry, kind)) continue;',
        to: 'if (makesOther(s, entry, kind)) continue;',
      },
      {
        file: 'app/replica/rebase/replayer.ts',
        from: 'const makesOther = ({ issued }',
        to: 'const makesOther = (s: ReplicaWriter, { issued }',
      },
    ],
  },
  {
    name: 'rule F9.1: a document that the author of an edit may no longer see is removed for everyone',
    scenario: 'hidden from some',
    changes: [{ file: 'app/sync/push/fetch-current.ts', from: 'if (isGone) s', to: 's' }],
  },
  {
    name: 'rule J10.5: a changed assignment starts its job again',
    scenario: 'assigned work',
    changes: [
      {
        file: 'app/replica/rebase/replayer.ts',
        from: 'if (makesOther(entry, kind)) continue;',
        to: '',
      },
    ],
  },
  {
    name: 'rule J11.7: any JSON in the place of a third-party site is what was asked for',
    scenario: 'guest network at questions',
    changes: [
      {
        file: 'app/sync/push/ask-site.ts',
        from: 'if (isKind(answer)) return answer;',
        to: 'return answer as T;',
      },
    ],
  },
  {
    name: 'rule J11.8: a page that the site did not make goes with the comments that wait',
    changes: [
      {
        file: 'app/replica/stray-pages.ts',
        from: 'if (hasPendingParts(s, wikiid)) s',
        to: 'if (wikiid > 0 && hasPendingParts(s, wikiid)) s',
      },
    ],
  },
  {
    name: 'rule J11.8: a comment waits for a page that the site did not make',
    scenario: 'page that the site did not make',
    changes: [
      {
        file: 'app/sync/push/queue.ts',
        from: " && s.siteVersions.get('wiki', id) !== 'gone'",
        to: '',
      },
    ],
  },
  {
    name: 'rule J7.15: the page of the site stays hidden after one made here is discarded',
    scenario: 'same page',
    changes: [
      {
        file: 'app/store/wikis/writer.ts',
        from: 'if (row && !row.deleted) uncover(this.s, row);',
        to: '',
      },
    ],
  },
  {
    name: 'rule U6.1: a hub takes edits of a file that was changed',
    scenario: 'roads',
    changes: [
      {
        file: 'app/courier/hub-edits.ts',
        from: 'isSignedWith(digest, signature, edit_key) &&',
        to: '',
      },
    ],
  },
  {
    name: 'rule U6.2: a hub carries out the edits of a file in the name of one of its authors',
    scenario: 'roads',
    changes: [
      {
        file: 'app/courier/hub-edits.ts',
        from: 's.sessions.addBrief({ userid,',
        to: 's.sessions.addBrief({ userid: people[0]?.userid ?? userid,',
      },
    ],
  },
  {
    name: 'rule U6.3: a file that comes again counts what the hub has as in conflict',
    scenario: 'roads',
    changes: [
      {
        file: 'app/courier/carry-out.ts',
        from: ' || isKnown.has(entryid);',
        to: ';',
      },
    ],
  },
  {
    name: 'rule U6.5: a bundle does not say which edits of files the hub has',
    scenario: 'roads',
    changes: [
      {
        file: 'app/bundle/receipts.ts',
        from: 'if (!uuid.test(key)) continue;',
        to: 'if (uuid.test(key)) continue;',
      },
    ],
  },
  {
    name: 'rule U6.6: a conflict of an edit from a stick does not come back',
    scenario: 'roads',
    changes: [
      {
        file: 'app/bundle/import-bundle.ts',
        from: 'await parkConflicts(round, receipts);',
        to: '',
      },
    ],
  },
  {
    name: 'rule U6.6: a decision does not go into the file of edits',
    scenario: 'roads',
    changes: [
      {
        file: 'app/bundle/export-journal.ts',
        from: 'resolution: entry.resolution,',
        to: '',
      },
    ],
  },
  {
    name: 'rule U6.7: a bundle that comes again undoes a decision',
    scenario: 'roads',
    changes: [
      {
        file: 'app/sync/push/take-conflict.ts',
        from: 'planEntry(s, entry, current',
        to: 'planEntry(s, { ...entry, resolution: null }, current',
      },
    ],
  },
  {
    name: 'rule J5.3: a translation of a guide that is not here cannot be merged',
    scenario: 'unread translation',
    changes: [
      {
        file: 'app/sync/push/push.ts',
        from: 'if (store.read(null, (s) => guideToFetch(s, entry))) await refresh(round, entry, token);',
        to: '',
      },
      {
        file: 'app/replica/plan/translation.ts',
        from: ' || guideToFetch(s, entry)) return undefined;',
        to: ') return undefined;',
      },
    ],
  },
  {
    name: 'rule J7.16: an edit that another desk has brought to the hub is in conflict with later ones of its author',
    scenario: 'changed again',
    changes: [
      {
        file: 'app/sync/push/push.ts',
        from: 'if (!hub || (entry.query',
        to: 'if (hub || (entry.query',
      },
    ],
  },
  {
    name: 'rule J7.16: a step that another desk has brought to the hub, without naming a version, is in conflict',
    scenario: 'carried steps',
    changes: [
      {
        file: 'app/sync/push/push.ts',
        from: ' && !operationOf(entry.route).merges)) return undefined;',
        to: ')) return undefined;',
      },
    ],
  },
  {
    name: 'rule J2.10: what was read in a version of another desk is sent with the number of that desk',
    scenario: 'unread job',
    changes: [
      {
        file: 'app/replica/operations/run.ts',
        from: '{ ...ofHub, planAhead: readFromBegin }',
        to: 'ofHub',
      },
    ],
  },
  {
    name: 'rule J7.15: a new page is hidden when the deletion of the former one is discarded',
    scenario: 'pages in languages',
    changes: [
      {
        file: 'app/replica/rebase/replayer.ts',
        from: 'return putBelow(s, version, () => {',
        to: 'return [0].forEach(() => {',
      },
    ],
  },
  {
    name: 'rule J7.3: an edit whose discarding was undone is not shown again',
    scenario: 'decisions',
    changes: [
      {
        file: 'app/replica/decisions/undo-decision.ts',
        from: 'for (const one of [entry, ...followed]) rebuildTouched(s, replayer, one);',
        to: '',
      },
    ],
  },
];

import { acknowledgeChanges } from './acknowledgeChanges.ts';
import { addViews } from './addViews.ts';
import { assignmentEndpoints } from './assignments/index.ts';
import { createTeam } from './createTeam.ts';
import { deleteTeam } from './deleteTeam.ts';
import { deviceEndpoints } from './devices/index.ts';
import { draftEndpoints } from './drafts/index.ts';
import { backupEndpoints } from './backup/index.ts';
import { failedSearchEndpoints } from './failed-searches/index.ts';
import { findFork } from './findFork.ts';
import { getCategoryPage } from './getCategoryPage.ts';
import { getCopyState } from './getCopyState.ts';
import { getDiagnostics } from './getDiagnostics.ts';
import { getFieldValues } from './getFieldValues.ts';
import { getHome } from './getHome.ts';
import { getInfo } from './getInfo.ts';
import { getReadiness } from './getReadiness.ts';
import { getReadingPosition } from './getReadingPosition.ts';
import { getSettings } from './getSettings.ts';
import { getStorage } from './getStorage.ts';
import { getSync } from './getSync.ts';
import { journalEndpoints } from './journal/index.ts';
import { carryEndpoints } from './carry/index.ts';
import { leadEndpoints } from './admin/index.ts';
import { kioskEndpoints } from './kiosk/index.ts';
import { listChanges } from './listChanges.ts';
import { listGuideRevisions } from './listGuideRevisions.ts';
import { listTranslations } from './listTranslations.ts';
import { listWikiRevisions } from './listWikiRevisions.ts';
import { notificationEndpoints } from './notifications/index.ts';
import { omitSteps } from './omitSteps.ts';
import { putReadingPosition } from './putReadingPosition.ts';
import { reportGuide } from './reportGuide.ts';
import { revertGuide } from './revertGuide.ts';
import { searchContent } from './searchContent.ts';
import { searchWork } from './searchWork.ts';
import { sendEdits } from './sendEdits.ts';
import { setActiveStep } from './setActiveStep.ts';
import { getRestore } from './getRestore.ts';
import { restoreHere } from './restoreHere.ts';
import { setUp } from './setUp.ts';
import { siteEndpoints } from './site/index.ts';
import { startSync } from './startSync.ts';
import { synonyms } from './synonyms/index.ts';
import { updateSettings } from './updateSettings.ts';
import { updateTeam } from './updateTeam.ts';
import { withdrawReport } from './withdrawReport.ts';

export const benchsideEndpoints = [
  getInfo,
  setUp,
  getRestore,
  restoreHere,
  ...siteEndpoints,
  ...backupEndpoints,
  getHome,
  searchContent,
  searchWork,
  ...synonyms,
  ...failedSearchEndpoints,
  getCategoryPage,
  getCopyState,
  getReadingPosition,
  putReadingPosition,
  ...draftEndpoints,
  getSettings,
  updateSettings,
  ...kioskEndpoints,
  getSync,
  startSync,
  getStorage,
  getReadiness,
  getDiagnostics,
  ...journalEndpoints,
  ...carryEndpoints,
  listChanges,
  findFork,
  sendEdits,
  addViews,
  listGuideRevisions,
  listTranslations,
  reportGuide,
  withdrawReport,
  revertGuide,
  listWikiRevisions,
  setActiveStep,
  acknowledgeChanges,
  ...assignmentEndpoints,
  ...notificationEndpoints,
  omitSteps,
  getFieldValues,
  createTeam,
  updateTeam,
  deleteTeam,
  ...leadEndpoints,
  ...deviceEndpoints,
];

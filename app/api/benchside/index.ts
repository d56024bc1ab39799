import { acknowledgeChanges } from './acknowledgeChanges.ts';
import { addViews } from './addViews.ts';
import { createTeam } from './createTeam.ts';
import { deleteTeam } from './deleteTeam.ts';
import { devices } from './devices/index.ts';
import { drafts } from './drafts/index.ts';
import { findFork } from './findFork.ts';
import { getCategoryPage } from './getCategoryPage.ts';
import { getCopyState } from './getCopyState.ts';
import { getDiagnostics } from './getDiagnostics.ts';
import { getHome } from './getHome.ts';
import { getInfo } from './getInfo.ts';
import { getReadiness } from './getReadiness.ts';
import { getSettings } from './getSettings.ts';
import { getStorage } from './getStorage.ts';
import { getSync } from './getSync.ts';
import { journal } from './journal/index.ts';
import { leads } from './leads/index.ts';
import { kiosk } from './kiosk/index.ts';
import { listChanges } from './listChanges.ts';
import { listGuideRevisions } from './listGuideRevisions.ts';
import { listWikiRevisions } from './listWikiRevisions.ts';
import { putReadingPosition } from './putReadingPosition.ts';
import { revertGuide } from './revertGuide.ts';
import { searchContent } from './searchContent.ts';
import { searchWork } from './searchWork.ts';
import { sendEdits } from './sendEdits.ts';
import { setActiveStep } from './setActiveStep.ts';
import { setUp } from './setUp.ts';
import { site } from './site/index.ts';
import { startSync } from './startSync.ts';
import { synonyms } from './synonyms/index.ts';
import { updateSettings } from './updateSettings.ts';
import { updateTeam } from './updateTeam.ts';

export const benchside = [
  getInfo,
  setUp,
  ...site,
  getHome,
  searchContent,
  searchWork,
  ...synonyms,
  getCategoryPage,
  getCopyState,
  putReadingPosition,
  ...drafts,
  getSettings,
  updateSettings,
  ...kiosk,
  getSync,
  startSync,
  getStorage,
  getReadiness,
  getDiagnostics,
  ...journal,
  listChanges,
  findFork,
  sendEdits,
  addViews,
  listGuideRevisions,
  revertGuide,
  listWikiRevisions,
  setActiveStep,
  acknowledgeChanges,
  createTeam,
  updateTeam,
  deleteTeam,
  ...leads,
  ...devices,
];

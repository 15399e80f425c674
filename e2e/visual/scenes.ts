import type { Scene } from './scene.ts';
import { actionScenes } from './scenes-of-actions.ts';
import { administrationScenes } from './scenes-of-administration.ts';
import { archiveScenes } from './scenes-of-archive.ts';
import { askingScenes } from './scenes-of-asking.ts';
import { batchScenes } from './scenes-of-batch.ts';
import { concurrentEditScenes } from './scenes-of-concurrent-edits.ts';
import { copyScenes } from './scenes-of-copies.ts';
import { dashboardScenes } from './scenes-of-dashboard.ts';
import { destructionScenes } from './scenes-of-destruction.ts';
import { detailScenes } from './scenes-of-detail.ts';
import { documentScenes } from './scenes-of-documents.ts';
import { embeddingScenes } from './scenes-of-embedding.ts';
import { exportScenes } from './scenes-of-exports.ts';
import { fileScenes } from './scenes-of-files.ts';
import { filterScenes } from './scenes-of-filters.ts';
import { handOverScenes } from './scenes-of-hand-overs.ts';
import { historyScenes } from './scenes-of-history.ts';
import { initiationScenes } from './scenes-of-initiation.ts';
import { itemScenes } from './scenes-of-items.ts';
import { listScenes } from './scenes-of-lists.ts';
import { loginScenes } from './scenes-of-login.ts';
import { messageScenes } from './scenes-of-messages.ts';
import { officeScenes } from './scenes-of-office.ts';
import { paymentScenes } from './scenes-of-payments.ts';
import { peopleScenes } from './scenes-of-people.ts';
import { petitionScenes } from './scenes-of-petitions.ts';
import { phoneUploadScenes } from './scenes-of-phone-upload.ts';
import { processScenes } from './scenes-of-processes.ts';
import { queryScenes } from './scenes-of-query.ts';
import { recordScenes } from './scenes-of-records.ts';
import { scheduleScenes } from './scenes-of-schedule.ts';
import { shellScenes } from './scenes-of-shell.ts';
import { signInScenes } from './scenes-of-sign-in.ts';
import { substituteScenes } from './scenes-of-substitutes.ts';
import { supervisionScenes } from './scenes-of-supervision.ts';
import { templateScenes } from './scenes-of-templates.ts';

const all: readonly Scene[] = [
  ...loginScenes,
  ...signInScenes,
  ...shellScenes,
  ...listScenes,
  ...filterScenes,
  ...queryScenes,
  ...dashboardScenes,
  ...detailScenes,
  ...documentScenes,
  ...templateScenes,
  ...processScenes,
  ...itemScenes,
  ...actionScenes,
  ...recordScenes,
  ...petitionScenes,
  ...supervisionScenes,
  ...paymentScenes,
  ...concurrentEditScenes,
  ...askingScenes,
  ...copyScenes,
  ...batchScenes,
  ...historyScenes,
  ...initiationScenes,
  ...fileScenes,
  ...peopleScenes,
  ...phoneUploadScenes,
  ...embeddingScenes,
  ...administrationScenes,
  ...officeScenes,
  ...messageScenes,
  ...exportScenes,
  ...substituteScenes,
  ...handOverScenes,
  ...archiveScenes,
  ...destructionScenes,
  ...scheduleScenes,
];

/** Every picture of the visual comparison; scenes that change the world come last. */
export const scenes: readonly Scene[] = [
  ...all.filter(({ changesWorld }) => !changesWorld),
  ...all.filter(({ changesWorld }) => changesWorld),
];

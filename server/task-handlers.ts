import type { TaskHandlers } from './framework/jobs/worker.ts';
import { deleteOldKeys } from './kernel/http/idempotency.ts';
import { deleteOldLimits } from './kernel/http/rate-limit.ts';
import { requestNightlyVerification, runVerification, writeAnchor } from './modules/access/audit/service.ts';
import { cleanUp } from './modules/access/session/service.ts';
import { cleanUpSignOns } from './modules/access/sign-on/service.ts';
import {
  checkArchive,
  destroyPackages,
  makePackages,
  verifyPackages,
} from './modules/cases/archive/service.ts';
import { askCarrier } from './modules/cases/express/service.ts';
import {
  cleanUpTaskDrafts,
  deliverNotices,
  encryptByNewFormVersions,
  expirePanels,
  skipAbsentSeats,
} from './modules/cases/handling/service.ts';
import { cleanUpDrafts, updateDraftTitles } from './modules/cases/initiation/service.ts';
import { cleanUpMessages, deliverMessages } from './modules/cases/messages/service.ts';
import { applyNotices, fetchBills, followPayments, pollPayments } from './modules/cases/payments/service.ts';
import { acceptBySilence, giveDueCommands, settleMerges } from './modules/cases/side-records/service.ts';
import { applyRuleDates } from './modules/cases/substitutes/service.ts';
import { sendWarnings } from './modules/cases/supervision/service.ts';
import { moveDueDates } from './modules/cases/time-limits/service.ts';
import { indexOrders } from './modules/cases/work-orders/service.ts';
import { checkFigures, updateFigures } from './modules/portal/dashboard/service.ts';
import { cleanUpExports, writeExports } from './modules/portal/exports/service.ts';
import { sendReminders } from './modules/portal/schedule/service.ts';
import { cleanUpFiles, makeThumbnails } from './modules/records/files/service.ts';
import { cleanUpPhoneUploads } from './modules/records/phone-upload/service.ts';

/** Handlers of the background tasks; one entry per task. */
export const taskHandlers: TaskHandlers = {
  'session.clean-up': async (context) => {
    await cleanUp(context);
    await cleanUpSignOns(context);
    await deleteOldLimits(context.db, context.now());
  },
  'audit.anchor': async (context) => {
    await writeAnchor(context);
  },
  'audit.nightly': (context) => requestNightlyVerification(context),
  'audit.verify': (context) => runVerification(context, verifyPackages(context)),
  'drafts.clean-up': async (context) => {
    await cleanUpDrafts(context);
    await cleanUpTaskDrafts(context);
  },
  'files.clean-up': async (context) => {
    await cleanUpFiles(context);
    await cleanUpPhoneUploads(context);
  },
  'files.thumbnails': async (context) => {
    await makeThumbnails(context);
  },
  'idempotency.clean-up': (context) => deleteOldKeys(context.db, context.now()),
  'work-order.notices': (context) => deliverNotices(context),
  'work-order.index': (context) => indexOrders(context),
  'work-order.limits': (context) => expirePanels(context),
  'work-order.calendar': (context) => moveDueDates(context),
  'work-order.silence': (context) => acceptBySilence(context),
  'work-order.records': async (context) => {
    await giveDueCommands(context);
    await settleMerges(context);
  },
  'work-order.absent-seats': (context) => skipAbsentSeats(context),
  'work-order.warnings': (context) => sendWarnings(context),
  'work-order.seal-forms': (context) => encryptByNewFormVersions(context, updateDraftTitles),
  'substitutes.turn': (context) => applyRuleDates(context),
  'schedule.remind': (context) => sendReminders(context),
  'message.deliver': (context) => deliverMessages(context),
  'message.clean-up': (context) => cleanUpMessages(context),
  'export.write': (context) => writeExports(context),
  'export.clean-up': (context) => cleanUpExports(context),
  'express.ask': (context) => askCarrier(context),
  'archive.make': (context) => makePackages(context),
  'archive.check': (context) => checkArchive(context),
  'archive.destroy': (context) => destroyPackages(context),
  'payment.notices': async (context) => {
    await applyNotices(context);
    await followPayments(context);
  },
  'payment.poll': (context) => pollPayments(context),
  'payment.bill': (context) => fetchBills(context),
  'figures.fold': (context) => updateFigures(context),
  'figures.check': (context) => checkFigures(context),
};

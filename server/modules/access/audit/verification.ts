import type { audit } from '#contract/audit.ts';
import { Permission } from '#domain/access/actor.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { actIfStillAllowed } from './act-if-still-allowed.ts';
import type { ActingCall } from './act-once.ts';
import { appendAudit } from './append.ts';
import { findingIdOf } from './findings.ts';
import { ownEvidence } from './own-evidence.ts';
import * as queries from './verification.queries.ts';
import { verifyAudit } from './verify.ts';
import type { AuditReport, VerifyPackages } from './verify-report.ts';

/**
 * The number of stored findings, and of runs listed at a time; `npm run audit:verify` lists more findings.
 */
const maxStoredFindings = 100;
const maxListedRuns = 10;
const reportIntervalMs = 1_000;
/** Seconds without a heartbeat after which a verification counts as lost; a batch takes seconds. */
const silentSeconds = 300;

/** Lists the last verifications of the audit log, the newest first. */
export async function listVerifications(context: Context) {
  const rows = await queries.listVerifications(context.db, maxListedRuns);
  return {
    rows: rows.map((row) => ({
      ...row,
      askedAt: row.askedAt.toISOString(),
      finishedAt: row.finishedAt?.toISOString() ?? null,
      findings: row.findings.map((one) =>
        typeof one === 'string' ? { text: one, mark: '', acknowledged: null } : one,
      ),
    })),
  };
}

/**
 * Requests a verification of the whole audit log in the background; returns the running one if there is one.
 */
export async function requestVerification(call: ActingCall<typeof audit.verify>) {
  const { context, actor } = call;
  const answer = await actIfStillAllowed(call, { permission: Permission.readAudit }, async (tx) => {
    const id = await queries.insertVerificationRequest(tx, {
      id: context.newId(),
      by: { staffId: actor.staffId, name: actor.name },
      at: context.now(),
      withFiles: true,
    });
    return {
      answer: { id },
      auditRecord: { chain: 'audit', action: 'audit.verify', objectKind: 'audit', objectId: id, detail: {} },
    };
  });
  context.notifier.wake('audit.verify');
  return answer;
}

/** Verifies the audit log if a verification was requested and no process runs it. */
export async function runVerification(context: Context, packages: VerifyPackages): Promise<void> {
  const verification = await queries.claimVerification(context.db, silentSeconds);
  if (!verification) return;
  try {
    const report = await verifyAudit(context.db, context.crypto, {
      ...(await ownEvidence(context.config, context.files)),
      ...(verification.withFiles ? {} : { files: undefined }),
      packages,
      progress: createProgressStore(context, verification.id),
    });
    await finish(context, verification, report);
  } catch (error) {
    context.log.error({ error }, 'The audit log could not be verified');
    await finish(context, verification, undefined);
  }
}

/** Returns a function that stores the progress, at most once a second. */
function createProgressStore(context: Context, id: string): (report: AuditReport) => void {
  let last = 0;
  return (report) => {
    const now = performance.now();
    if (now - last < reportIntervalMs) return;
    last = now;
    queries
      .reportProgress(context.db, id, report)
      .catch((error: unknown) =>
        context.log.warn({ error }, 'The progress of the audit verification could not be reported'),
      );
  };
}

async function finish(
  context: Context,
  verification: queries.VerificationRow,
  report: AuditReport | undefined,
): Promise<void> {
  const findings = report?.findings ?? [];
  const unacknowledged = findings.filter(({ acknowledged }) => acknowledged === undefined).length;
  const state = report === undefined ? 'failed' : unacknowledged === 0 ? 'whole' : 'broken';
  await inTransaction(context.db, async (tx) => {
    const result = {
      state,
      links: report?.links ?? 0,
      orders: report?.orders ?? 0,
      files: report?.files ?? 0,
      anchors: report?.anchors ?? 0,
      // Unacknowledged findings come first.
      findings: findings
        .toSorted((a, b) => Number(a.acknowledged !== undefined) - Number(b.acknowledged !== undefined))
        .slice(0, maxStoredFindings)
        .map((one) => ({
          text: one.chinese,
          mark: findingIdOf(one),
          acknowledged: one.acknowledged ?? null,
        })),
      findingsInAll: findings.length,
      acknowledgedInAll: findings.length - unacknowledged,
      lastAnchorHash: report?.lastAnchorHash ?? '',
    } as const;
    if (!(await queries.finishVerification(tx, verification.id, result, context.now()))) return;
    await queries.deleteOldVerifications(tx);
    await appendAudit(tx, context, {
      chain: 'audit',
      actor: undefined,
      action: 'audit.verified',
      objectKind: 'audit',
      objectId: verification.id,
      detail: {
        state,
        links: result.links,
        findings: findings.length,
        acknowledged: findings.length - unacknowledged,
      },
      requestId: verification.id,
    });
  });
}

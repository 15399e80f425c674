import { randomUUID } from 'node:crypto';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Actor } from '#domain/access/actor.ts';
import { maxBodyBytes } from '#domain/drafts/limits.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { Context } from './framework/context.ts';
import { installPathAliases, readAlias } from './framework/routing/alias.ts';
import { installOpenApi } from './framework/routing/openapi.ts';
import { maxPathLength } from './framework/routing/pre-body-checks.ts';
import type { App } from './framework/routing/route.ts';
import type { Config } from './kernel/config/config.ts';
import type { TrustProxy } from './kernel/config/trust-proxy.ts';
import { readDiskSpace } from './kernel/folders/free-space.ts';
import { type CallRecord, installCallRecords } from './kernel/http/call-record.ts';
import { installDraining } from './kernel/http/draining.ts';
import { installErrorHandling } from './kernel/http/errors.ts';
import type { EventHub } from './kernel/http/event-hub.ts';
import { installOverloadProtection } from './kernel/http/pressure.ts';
import { installProtocol, protocolOptions, readForm } from './kernel/http/protocol.ts';
import { installRedirects } from './kernel/http/redirects.ts';
import { installRequestIds } from './kernel/http/request-id.ts';
import { type FrameOrigins, inlinePartsOf, installSecurity } from './kernel/http/security.ts';
import { installWeb, readBuiltPage, webBuildFolder } from './kernel/http/static-web.ts';
import { createStorageState, type StorageState } from './kernel/http/storage-state.ts';
import { mountAudit } from './modules/access/audit/routes.ts';
import { createSecurityObserver } from './modules/access/audit/service.ts';
import { mountMenus } from './modules/access/menus/routes.ts';
import { mountPreferences } from './modules/access/preferences/routes.ts';
import { createIdentify } from './modules/access/session/actor.ts';
import { mountSession } from './modules/access/session/routes.ts';
import { mountSignOn } from './modules/access/sign-on/routes.ts';
import { findSignOutAddress } from './modules/access/sign-on/service.ts';
import { mountArchive } from './modules/cases/archive/routes.ts';
import { mountCopies } from './modules/cases/copies/routes.ts';
import { mountDocuments } from './modules/cases/documents/routes.ts';
import { mountExpress } from './modules/cases/express/routes.ts';
import { mountHandling } from './modules/cases/handling/routes.ts';
import { mountInitiation } from './modules/cases/initiation/routes.ts';
import { mountMailings } from './modules/cases/mailings/routes.ts';
import { mountMaterialCheck } from './modules/cases/material-check/routes.ts';
import { mountMessages } from './modules/cases/messages/routes.ts';
import { mountOpinions } from './modules/cases/opinions/routes.ts';
import { mountOrderMessages } from './modules/cases/order-messages/routes.ts';
import { mountPayments } from './modules/cases/payments/routes.ts';
import { mountPetitionHistory } from './modules/cases/petition-history/routes.ts';
import { mountPetitions } from './modules/cases/petitions/routes.ts';
import { mountSideRecords } from './modules/cases/side-records/routes.ts';
import { mountSubstitutes } from './modules/cases/substitutes/routes.ts';
import { mountSupervision } from './modules/cases/supervision/routes.ts';
import { mountTimeLimits } from './modules/cases/time-limits/routes.ts';
import { mountWorkOrders } from './modules/cases/work-orders/routes.ts';
import { readOrder } from './modules/cases/work-orders/service.ts';
import { mountCatalogue } from './modules/design/catalogue/routes.ts';
import { mountDictionaries } from './modules/design/dictionaries/routes.ts';
import { mountForms } from './modules/design/forms/routes.ts';
import { mountItems } from './modules/design/items/routes.ts';
import { mountProcesses } from './modules/design/processes/routes.ts';
import { mountRules } from './modules/design/rules/routes.ts';
import { mountSharedElements } from './modules/design/shared-elements/routes.ts';
import { mountAccounts } from './modules/operations/accounts/routes.ts';
import { mountConfigurationBundle } from './modules/operations/configuration-bundle/routes.ts';
import { mountHandOvers } from './modules/operations/hand-overs/routes.ts';
import type { PoolState } from './modules/operations/installation/pool-state.ts';
import { mountInstallation } from './modules/operations/installation/routes.ts';
import { type HealthCheckResults, noHealthChecks } from './modules/operations/installation/service.ts';
import { mountLoginPolicy } from './modules/operations/login-policy/routes.ts';
import { mountHolidays } from './modules/organisation/holidays/routes.ts';
import { mountOffice } from './modules/organisation/office/routes.ts';
import { mountOrganisations } from './modules/organisation/organisations/routes.ts';
import { mountRegions } from './modules/organisation/regions/routes.ts';
import { mountDashboard } from './modules/portal/dashboard/routes.ts';
import { mountExports } from './modules/portal/exports/routes.ts';
import { refusalOfTicket } from './modules/portal/exports/service.ts';
import { mountFirstSteps } from './modules/portal/first-steps/routes.ts';
import { mountHome } from './modules/portal/home/routes.ts';
import { mountListViews } from './modules/portal/list-views/routes.ts';
import { mountSchedule } from './modules/portal/schedule/routes.ts';
import { mountShell } from './modules/portal/shell/routes.ts';
import { mountWelcome } from './modules/portal/welcome/routes.ts';
import { mountFiles } from './modules/records/files/routes.ts';
import { mountPhoneUpload } from './modules/records/phone-upload/routes.ts';

export interface AppOptions {
  context: Context;
  hub: EventHub;
  /** Returns the reason why the server must not get requests; undefined while it is ready. */
  unreadyReason?: () => Promise<string | undefined>;
  /** Called at the end of every call; empty unless access lines or metrics are configured. */
  callWatchers?: readonly ((record: CallRecord) => void)[];
  /** The database connections, for monitoring. */
  pool?: PoolState;
  /** Findings of the checks of the installation. */
  checks?: HealthCheckResults;
  /** Folder of the built web app. */
  webFolder?: string;
}

const unknownPoolState: PoolState = {
  totalCount: 0,
  idleCount: 0,
  waitingCount: 0,
  isSilent: () => false,
  isReadOnly: () => false,
};

/** Creates the portal as one HTTP server, not yet listening; every call of the contract is mounted here. */
export async function createApp(options: AppOptions): Promise<App> {
  const { context, hub } = options;
  const fastify = Fastify({
    ...protocolOptions(context.log),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: maxBodyBytes,
    trustProxy: trustedProxies(context.config.trustProxy),
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: maxPathLength },
    rewriteUrl: readAlias,
  });
  installRequestIds(fastify, context.config.trustProxy);
  installCallRecords(fastify, options.callWatchers ?? []);
  // The embedded database is on the disk of the data folder; the disk of another database is unknown.
  const { databaseUrl, dataDir } = context.config;
  const readDatabaseDisk = databaseUrl === undefined ? () => readDiskSpace('data', dataDir) : undefined;
  const storage = createStorageState(readDatabaseDisk, context.now);
  installErrorHandling(fastify, context.log, storage);
  const webFolder = options.webFolder ?? webBuildFolder;
  const inlineParts = inlinePartsOf(await readBuiltPage(webFolder));
  await installSecurity(fastify, framesOf(context.config), inlineParts);
  installRedirects(fastify);
  await installOverloadProtection(fastify);
  installDraining(fastify, hub);
  installProtocol(fastify);
  await fastify.register(formbody, { bodyLimit: maxBodyBytes, parser: readForm });
  await fastify.register(multipart, { throwFileSizeLimit: true });

  const watch = createSecurityObserver(context);
  fastify.addHook('onClose', () => watch.flush());
  const app: App = { fastify, context, identify: createIdentify(context), callObserver: watch, mounted: [] };
  installPathAliases(app);
  if (context.config.apiDocs) await installOpenApi(fastify, app.mounted);
  mountHealth(fastify, options.unreadyReason);
  mountModules(app, options, storage);
  await installWeb(fastify, webFolder);
  return app;
}

/** Returns the origins that the portal may frame, and those that may frame it. */
function framesOf({ formOrigins, embedding }: Config): FrameOrigins {
  const apps = embedding.thirdApps.map(({ url }) => new URL(url).origin);
  return { frameSources: [...new Set([...formOrigins, ...apps])], frameAncestors: embedding.embedOrigins };
}

/**
 * Returns the setting in the form of Fastify, which expects a function instead of a number of proxies: a
 * proxy is trusted up to that distance.
 */
function trustedProxies(trusted: TrustProxy): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted;
  return trusted === false ? false : [...trusted];
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Mounts the routes, one line per module. */
function mountModules(
  app: App,
  { hub, pool = unknownPoolState, checks = noHealthChecks }: AppOptions,
  storage: StorageState,
): void {
  const mayReadOrder = async (actor: Actor, workorderId: string): Promise<boolean> =>
    isUuid.test(workorderId) && !isRefusal(await readOrder(app.context, actor, { id: workorderId }));
  mountSession(app, hub, mayReadOrder, findSignOutAddress, async (call, subject) =>
    isUuid.test(subject) ? await refusalOfTicket(call, subject) : undefined,
  );
  mountSignOn(app);
  mountLoginPolicy(app);
  mountSubstitutes(app);
  mountHandOvers(app);
  mountWelcome(app);
  mountListViews(app);
  mountMailings(app);
  mountMenus(app);
  mountShell(app);
  mountMessages(app);
  mountOrderMessages(app);
  mountRegions(app);
  mountSharedElements(app);
  mountRules(app);
  mountOrganisations(app);
  mountOffice(app);
  mountFiles(app, mayReadOrder);
  mountPhoneUpload(app);
  mountAccounts(app);
  mountAudit(app);
  mountInstallation(app, { hub, pool, load: app.fastify.memoryUsage, storage, checks });
  mountFirstSteps(app);
  mountHolidays(app);
  mountTimeLimits(app);
  mountWorkOrders(app);
  mountHandling(app);
  mountExpress(app);
  mountMaterialCheck(app);
  mountCopies(app);
  mountPayments(app);
  mountSupervision(app);
  mountSideRecords(app);
  mountPetitionHistory(app);
  mountPetitions(app);
  mountProcesses(app);
  mountForms(app);
  mountItems(app);
  mountConfigurationBundle(app);
  mountOpinions(app);
  mountInitiation(app);
  mountCatalogue(app);
  mountHome(app);
  mountPreferences(app);
  mountSchedule(app);
  mountDictionaries(app);
  mountDocuments(app);
  mountExports(app);
  mountArchive(app);
  mountDashboard(app);
}

/** Mounts `/healthz` (the process answers) and `/readyz` (migrated, connected and seeded). */
function mountHealth(fastify: FastifyInstance, unreadyReason: AppOptions['unreadyReason']): void {
  const quiet = { logLevel: 'silent' as const };
  fastify.get('/healthz', quiet, async () => ({ status: 'alive' }));
  fastify.get('/readyz', quiet, async (_request, reply) => {
    const reason = await unreadyReason?.();
    return reason === undefined ? { status: 'ready' } : reply.code(503).send({ status: 'unready', reason });
  });
}

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { initiation } from '#contract/initiation.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { storeFile } from '#server/modules/records/files/service.ts';
import type { StartEntry } from '#server/seeds/demo/office-actions.ts';
import { applicantOf } from '#server/seeds/demo/people.ts';
import { composePermit } from '#server/seeds/demo/permit-stories.ts';
import { createRandom } from '#server/seeds/demo/random.ts';
import { samplePdf } from '#server/seeds/demo/sample-pdf.ts';
import { createWalk } from '#server/seeds/demo/walk.ts';
import { baselineWrite, newColumnDefaults } from '../limits/baselines.ts';
import { runLimit, toNewOrderStatement } from '../limits/limit.ts';
import { requestText } from '../load/http-client.ts';
import type { Bench, Benchmark } from '../measuring/case.ts';
import { certCodeOf } from '../world/cert-codes.ts';
import { deleteJobs, startBpmnEngine } from './handle.ts';

const clients = 8;
const account = 'wangfang';

/** Measures an application with its whole form and the check for an unfinished one of the same applicant. */
export async function initiateCase(bench: Bench): Promise<Benchmark> {
  const { load, portal, seconds, world } = bench;
  await world.session((client) => client.query(newColumnDefaults));
  const engine = await startBpmnEngine(bench);
  const { application, items } = await applicationItems(bench);
  const statement = limitStatement();
  const form = application.workorderForms[0]?.content;
  const peer = [[[requestText('POST', '/start', {}, { form })]]];
  return {
    name: 'initiate',
    unit: '/s',
    variants: [
      {
        name: 'peer',
        measure: async () => (await load.send({ port: engine.port, clients, seconds, items: peer })).rate,
      },
      {
        name: 'ours',
        measure: async () => {
          const send = {
            port: portal.port,
            clients,
            seconds,
            items: await items(6000 * seconds),
            once: true,
          };
          const { rate } = await load.send(send);
          await deleteJobs(bench);
          return rate;
        },
      },
      {
        name: 'limit',
        measure: async () => {
          const { rate } = await runLimit([statement], { url: world.url, clients, seconds });
          await deleteJobs(bench);
          return rate;
        },
      },
    ],
    goals: [
      { title: 'ours / peer', over: 'ours', under: 'peer' },
      { title: 'ours / limit', over: 'ours', under: 'limit', atLeast: 0.5 },
    ],
    notes: [
      `the form contains ${Object.keys(form ?? {}).length} filled fields, ${JSON.stringify(form).length} bytes; each start takes the next number of the year`,
    ],
    finish: () => engine.stop(),
  };
}

/** Returns a real application, and a function that creates requests in which new people send the same application. */
export async function applicationItems(
  bench: Bench,
): Promise<{ application: Application; items(count: number): Promise<string[][][]> }> {
  const application = await createApplication(bench);
  const token = bench.tokens[account] ?? '';
  let applicants = 0;
  return {
    application,
    async items(count) {
      await copyPapers(bench, application, applicants, count);
      return Array.from({ length: count }, () => {
        applicants += 1;
        const headers = { 'x-access-token': token, 'idempotency-key': `bench-start-${randomUUID()}` };
        const body = withOwnPapers(applicationOf(application, applicants), applicants);
        return [[requestText('POST', initiation.initiate.path, headers, body)]];
      });
    },
  };
}

type Application = ReturnType<typeof initiation.initiate.body.parse>;

/** Creates a real application from the demo's stories, with its materials uploaded. */
async function createApplication(bench: Bench): Promise<Application> {
  const { context } = bench.world;
  const actor = await getActor(context, account);
  const story = createWalk(createRandom(1), context.now(), await currentHolidays(context.db));
  composePermit(story, { orgNameOf: String, unitOf: (id) => ({ id, name: id }), keyOf: String }, 1);
  const first = story.steps[0];
  if (first?.act !== 'start') throw new Error('The story of a permit must begin with its start');
  const { taskCode, applicant, form } = first.entry as StartEntry;
  const content: Record<string, unknown> = { ...form.content };
  for (const [field, names] of Object.entries(form.files ?? {})) {
    content[field] = await Promise.all(
      names.map(async (name) => {
        const file = { name, bytes: samplePdf, contentType: 'application/pdf' };
        const { id, size } = await storeFile(context, actor, file, randomUUID());
        return { id, name, size };
      }),
    );
  }
  return initiation.initiate.body.parse({
    taskCode,
    itemDeployId: `${taskCode}-1`,
    applyer: applicantOf(applicant),
    workorderForms: [{ formId: `${form.formCode}:1`, content }],
  });
}

/** Returns the same application by another person, with a valid ID number that no round has used. */
function applicationOf(application: Application, number: number): Application {
  const certCode = certCodeOf(number, '1');
  return { ...application, applyer: { ...application.applyer, certCode, sex: '1' } };
}

const isPaper = (value: unknown): value is { id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';

/** Gives each application its own file rows, because a file belongs to one order. */
function withOwnPapers(application: Application, number: number): Application {
  const workorderForms = application.workorderForms.map((form) => ({
    ...form,
    content: Object.fromEntries(
      Object.entries(form.content).map(([field, value]) => [
        field,
        Array.isArray(value) && value.every(isPaper)
          ? value.map((paper) => ({ ...paper, id: `${paper.id}-${number}` }))
          : value,
      ]),
    ),
  }));
  return { ...application, workorderForms };
}

async function copyPapers(bench: Bench, application: Application, after: number, count: number) {
  const ids = application.workorderForms
    .flatMap(({ content }) => Object.values(content))
    .flatMap((value) => (Array.isArray(value) ? value.filter(isPaper).map(({ id }) => id) : []));
  await sql`
    insert into files (id, owner_staff_id, name, size, content_type, sha256, created_at)
    select id || '-' || number, owner_staff_id, name, size, content_type, sha256, created_at
    from files, generate_series(${after + 1}::integer, ${after + count}::integer) as number
    where id = any(${ids}::text[])`.execute(bench.world.context.db);
}

/**
 * Prepares the baseline statement to write a new order each time; it attaches the same files again and again.
 */
function limitStatement() {
  const baseline = baselineWrite('initiate');
  return toNewOrderStatement(baseline, baseline.orderId, 'uuidv7()', {
    [baseline.certCodeDigest ?? '']: '(select md5(id::text) from fresh)',
  });
}

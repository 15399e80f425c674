import { randomUUID } from 'node:crypto';
import { copies } from '#contract/copies.ts';
import { handling } from '#contract/handling.ts';
import { workOrders } from '#contract/work-orders.ts';
import { requestText } from '../load/http-client.ts';
import type { Bench, Benchmark } from '../measuring/case.ts';
import { signIn } from '../sign-in.ts';
import { type LetterOrder, letterExaminer, PetitionFixture } from '../world/letters.ts';
import { addStaff } from '../world/people.ts';
import { deleteJobs, handlingItems, sendOnce } from './handle.ts';

/** The participants of each countersign, one seat for each person. */
const participants = [
  ...['gaofeng', 'xujun', 'hanmei', 'yangfan', 'hudong', 'duwenhao'],
  ...['weidongming', 'zhuhong', 'linxue', 'heping', 'sunlei', 'huangxiaomei'],
];
const clients = 32;
const countersigns = 500;
const manyForms = 10;
const manyTraces = 200;
/** People in a group; the measurement `one` uses the last person of each group. */
const manyReaders = 201;
const readerGroups = 5;
const copiedLetters = 30;
const copiesOfRound = 10;

/** Measures orders with countersigns, orders copied to others, and orders with a long history. */
export async function askingCases(bench: Bench): Promise<Benchmark[]> {
  const fixture = new PetitionFixture(bench.world);
  const answerCases = await answerCase(bench, fixture);
  const long = await longOrderCase(bench, fixture);
  const copied = await copyCase(bench, fixture);
  await deleteJobs(bench);
  return [answerCases, long, copied];
}

/** Measures answers of a countersign by 32 people at once, compared with as many ordinary actions. */
async function answerCase(bench: Bench, fixture: PetitionFixture): Promise<Benchmark> {
  const { portal, world } = bench;
  const letters = await fixture.createLettersToExamine(countersigns);
  const tokens = await signIn(portal.port, participants);
  const { rows: people } = await world.database.pool.query<{ account: string; key: string }>(
    "select account, 'staff:' || id as key from staff where account = any($1)",
    [participants],
  );
  for (const { order } of letters) {
    await fixture.actions.ask(fixture.actionBy(letterExaminer), order, {
      nodeId: 'examine',
      opinion: '请就来信事项是否受理提出意见。',
      asks: 'countersign',
      groups: { 会签: people.map(({ key }) => key) },
      sequence: 'any',
      limitDays: 5,
    });
  }
  const { rows: seats } = await world.database.pool.query<{ id: string; number: number; key: string }>(
    `select workorder_id as id, number, candidates[1] as key from traces
     where workorder_id = any($1::uuid[]) and handler_status = 0 and candidates[1] = any($2) order by number, workorder_id`,
    [letters.map(({ order }) => order.workorderId), people.map(({ key }) => key)],
  );
  const accountOf = new Map(people.map(({ account, key }) => [key, account]));
  // First seats of all orders before all second ones, so that people who answer at the same time rarely
  // answer at the same order.
  const items = seats.map(({ id, number, key }) => [
    [
      requestText('POST', handling.handle.path, headersOf(tokens[accountOf.get(key) ?? '']), {
        workorderId: id,
        workorderTraceId: `${id}.${number}`,
        handlerOperation: '01',
        handlerOpinion: '同意受理。',
      }),
    ],
  ]);
  const handleItems = await handlingItems(bench, 'asking');
  const rateOf = async (queue: string[][][]) => {
    const { rate } = await sendOnce(bench, { port: portal.port, clients, items: queue });
    await deleteJobs(bench);
    return rate;
  };
  return {
    name: 'countersign answer',
    unit: '/s',
    variants: [
      { name: 'answer', measure: () => rateOf(items) },
      { name: 'handle', measure: () => rateOf(handleItems) },
    ],
    goals: [
      {
        title: `${clients} clients, an answer / a plain action`,
        over: 'answer',
        under: 'handle',
        atLeast: 0.5,
      },
    ],
    notes: [`${letters.length} countersigns of ${participants.length} seats each`],
  };
}

/**
 * Measures the page of an order with ten forms that was returned many times, compared with one that has just
 * arrived.
 */
async function longOrderCase(bench: Bench, fixture: PetitionFixture): Promise<Benchmark> {
  const { load, portal, seconds, world } = bench;
  const [small, long] = await fixture.createLettersToExamine(2);
  if (!small || !long) throw new Error('There are too few petition letters for this case');
  await addReturns(fixture, long);
  await addForms(bench, long);
  const [token] = Object.values(await signIn(portal.port, [letterExaminer]));
  const time = async ({ order }: LetterOrder) => {
    const code = await codeOf(bench, order.workorderId);
    const page = requestText(
      'GET',
      workOrders.detailPage.path.replace(':workorderCode', code),
      headersOf(token),
    );
    return load.send({ port: portal.port, clients: 1, seconds, items: [[[page]]] });
  };
  const kilobytes = async (letter: LetterOrder) => Math.round((await time(letter)).bytesPerItem / 1024);
  const { rows } = await world.database.pool.query<{ traces: number; forms: number }>(
    `select (select count(*)::int from traces where workorder_id = $1) as traces,
       (select count(*)::int from work_order_forms where workorder_id = $1) as forms`,
    [long.order.workorderId],
  );
  return {
    name: 'long order',
    unit: 'ms',
    variants: [
      { name: 'long', measure: async () => (await time(long)).p50 },
      { name: 'small', measure: async () => (await time(small)).p50 },
    ],
    goals: [{ title: 'detail page, long / small order', over: 'long', under: 'small', atMost: 2 }],
    notes: [
      `long: ${rows[0]?.forms} forms, ${rows[0]?.traces} traces, ${await kilobytes(long)} kB; small: ${await kilobytes(small)} kB; one call each`,
    ],
  };
}

/** Returns the order to the registrar and resubmits it until the trace is long enough. */
async function addReturns(
  { actions, actionBy }: PetitionFixture,
  { order, letter }: LetterOrder,
): Promise<void> {
  for (let traces = 3; traces < manyTraces; traces += 2) {
    await actions.return(actionBy(letterExaminer), order, {
      nodeId: 'examine',
      buttonId: 'return',
      opinion: '诉求表述不清，请与来信人联系补充后重新报送',
      targetNodeIds: ['start'],
      way: 'direct',
    });
    await actions.resubmit(actionBy(letter.registrar), order, { opinion: '已电话核实并补充，请审查' });
  }
}

/** Adds forms: the item has one; the others are copies of it with other names and the same contents. */
async function addForms({ world }: Bench, { order }: LetterOrder): Promise<void> {
  await world.database.pool.query(
    `with own as (select f.*, d.model, d.name from work_order_forms f join form_definitions d on d.id = f.form_definition_id
       where f.workorder_id = $1),
     more as (select own.*, n from own, generate_series(2, $2::int) n),
     defined as (insert into form_definitions (id, code, version, name, model, published_at, published_by)
       select form_code || '-' || n || ':1', form_code || '-' || n, 1, name || n,
         jsonb_set(model, '{code}', to_jsonb(form_code || '-' || n)), now(), 'bench' from more on conflict do nothing)
     insert into work_order_forms (workorder_id, form_code, form_definition_id, content, updated_at)
     select workorder_id, form_code || '-' || n, form_code || '-' || n || ':1', content, updated_at from more`,
    [order.workorderId, manyForms],
  );
}

/**
 * Measures copying an order to two hundred people, compared with one person. No person gets the same order
 * twice.
 */
async function copyCase(bench: Bench, fixture: PetitionFixture): Promise<Benchmark> {
  const { load, portal, world } = bench;
  const readers = await world.session((client) =>
    addStaff(client, manyReaders * readerGroups, 'bench-reader'),
  );
  const letters = await fixture.createLettersToExamine(copiedLetters);
  const [token] = Object.values(await signIn(portal.port, [letterExaminer]));
  const { rows } = await world.database.pool.query<{ trace: string }>(
    `select workorder_id || '.' || number as trace from traces
     where workorder_id = any($1::uuid[]) and handler_status = 0 and node_id = 'examine'`,
    [letters.map(({ order }) => order.workorderId)],
  );
  const itemsFor = (count: number, from: number) =>
    Array.from({ length: readerGroups }, (_, group) =>
      readers.slice(group * manyReaders + from).slice(0, count),
    )
      .flatMap((receivers) => rows.map(({ trace }) => ({ traceId: trace, receivers, reason: '请知悉' })))
      .map((body) => [[requestText('POST', copies.copy.path, headersOf(token), body)]]);
  const many = itemsFor(manyReaders - 1, 0);
  const one = itemsFor(1, manyReaders - 1);
  const time = async (items: string[][][]) => {
    const batch = items.splice(0, copiesOfRound);
    if (batch.length < copiesOfRound) throw new Error('No recipients are left: use fewer rounds');
    const { p50 } = await load.send({ port: portal.port, clients: 1, seconds: 30, items: batch, once: true });
    await deleteJobs(bench);
    return p50;
  };
  return {
    name: 'copy',
    unit: 'ms',
    variants: [
      { name: 'many', measure: () => time(many) },
      { name: 'one', measure: () => time(one) },
    ],
    goals: [{ title: `copy to ${manyReaders - 1} people / to one`, over: 'many', under: 'one', atMost: 2 }],
    notes: [`one candidate key per recipient; one client, ${copiesOfRound} copies in a round`],
  };
}

function headersOf(token: string | undefined): Record<string, string> {
  return { 'x-access-token': token ?? '', 'idempotency-key': `bench-${randomUUID()}` };
}

async function codeOf({ world }: Bench, id: string): Promise<string> {
  const { rows } = await world.database.pool.query<{ code: string }>(
    'select code from work_orders where id = $1',
    [id],
  );
  return rows[0]?.code ?? '';
}

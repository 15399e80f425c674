import { organisations } from '#contract/organisations.ts';
import { requestText } from '../load/http-client.ts';
import type { Bench, Benchmark } from '../measuring/case.ts';
import { signIn } from '../sign-in.ts';
import { letterExaminer } from '../world/letters.ts';
import { addStaff } from '../world/people.ts';

const staff = 50_000;
/**
 * Texts that a person types: a surname, a whole name, initials, the beginning of an account, and nothing at
 * all.
 */
const searches = { surname: '方', name: '方建军', initials: 'fjj', account: 'bench-staff-77', nothing: '' };

/**
 * Measures the handler picker with the people of a whole province, compared with the simplest call of the
 * same server.
 */
export async function pickerCase(bench: Bench): Promise<Benchmark> {
  const { load, portal, seconds, world } = bench;
  await world.session((client) => addStaff(client, staff));
  const [token] = Object.values(await signIn(portal.port, [letterExaminer]));
  const get = (path: string) => requestText('GET', path, { 'x-access-token': token ?? '' });
  const time = async (path: string) =>
    (await load.send({ port: portal.port, clients: 1, seconds, items: [[[get(path)]]] })).p95;
  const variants = Object.entries(searches).map(([name, text]) => ({
    name,
    measure: () => time(`${organisations.pickStaff.path}?page=1&size=50&text=${encodeURIComponent(text)}`),
  }));
  return {
    name: 'picker',
    unit: 'ms',
    variants: [...variants, { name: 'empty', measure: () => time('/healthz') }],
    goals: variants.map(({ name }) => ({ title: `${name} / the simplest call`, over: name, under: 'empty' })),
    notes: [
      `${staff.toLocaleString('en')} people in addition to the demo's; page 1 of 50 with the workload of each; the second slowest of twenty calls (p95)`,
    ],
  };
}

import type { DemoGuide, Welcome } from '#contract/welcome.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { presentDemoPeople } from './present.ts';
import { findRootName, listPeople } from './queries.ts';

/** The name that the seed gives the office of a new production system, until an administrator changes it. */
const initialName = '本单位';

/** Returns the name of the office from its setting, or else from the organisation at the top. */
export async function readWelcome({ config, db, signOn }: Context): Promise<Welcome> {
  const name = config.officeName ?? (await findRootName(db)) ?? '';
  return {
    officeName: name === initialName ? '' : name,
    isDemo: config.mode === 'demo',
    signOn: signOn ? { isTwin: signOn.isSimulated, isFirst: config.signOn.isFirst } : null,
  };
}

/**
 * Lists the people of the demo for visitors. This grants no access: the program prints the same data at its
 * start, and visitors sign in as usual. It does not exist in production (decision 0086).
 */
export async function readDemoGuide({ config, db }: Context): Promise<DemoGuide | Refusal<'notFound'>> {
  const { password } = config.demo;
  if (password === undefined) return refuse('notFound');
  return { password, people: presentDemoPeople(await listPeople(db)) };
}

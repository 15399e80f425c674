import type { DemoGuide, Welcome } from '#contract/welcome.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { presentDemoPeople } from './present.ts';
import { findRootName, listPeople } from './queries.ts';

/** Name that the seed gives the office of a new production system, until an administrator changes it. */
const unnamed = '本单位';

/** The office by its setting, else by the name of the organisation at the top. */
export async function readWelcome({ config, db, signOn }: Context): Promise<Welcome> {
  const name = config.officeName ?? (await findRootName(db)) ?? '';
  return {
    officeName: name === unnamed ? '' : name,
    isDemo: config.mode === 'demo',
    signOn: signOn ? { isTwin: signOn.isTwin, isFirst: config.signOn.isFirst } : null,
  };
}

/**
 * Lists the people of the demo for visitors. It opens nothing: it repeats the start's output, and a visitor
 * signs in by the login's own rules. In production it is not there (decision 0086).
 */
export async function readDemoGuide({ config, db }: Context): Promise<DemoGuide | Refusal<'notFound'>> {
  const { password } = config.demo;
  if (password === undefined) return refuse('notFound');
  return { password, people: presentDemoPeople(await listPeople(db)) };
}

import { expect, test } from 'vitest';
import { hardNets } from './hard-nets.ts';
import { shrink } from './shrink.ts';

const [hardNet] = hardNets;
if (!hardNet) throw new Error('There is a hard net');
const { plan, opening } = hardNet;
const failure = { plan, lines: [...opening, ...opening, ...opening], subject: 'what is looked for' };

test('a failing model run is shrunk to the relevant lines', () => {
  const findDisagreement = (_plan: unknown, lines: readonly { do: string }[]) =>
    lines.some((line) => line.do === 'return') ? failure.subject : null;
  const shrunk = shrink(failure, { findDisagreement });
  expect(shrunk.lines.map((line) => line.do)).toEqual(['return']);
});

test('shrinking stops after the maximum number of tries', () => {
  let tries = 0;
  const findDisagreement = () => {
    tries += 1;
    return failure.subject;
  };
  const shrunk = shrink(failure, { findDisagreement, maxTries: 3 });
  expect(tries).toBe(3);
  expect(shrunk.lines.length).toBeLessThan(failure.lines.length);
});

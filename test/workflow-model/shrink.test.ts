import { expect, test } from 'vitest';
import { hardNets } from './hard-nets.ts';
import { shrink } from './shrink.ts';

const [hard] = hardNets;
if (!hard) throw new Error('There is a hard net');
const { plan, opening } = hard;
const failure = { plan, lines: [...opening, ...opening, ...opening], about: 'what is looked for' };

test('a failing model run is shrunk to the relevant lines', () => {
  const judge = (_plan: unknown, lines: readonly { do: string }[]) =>
    lines.some((line) => line.do === 'return') ? failure.about : null;
  const small = shrink(failure, { judge });
  expect(small.lines.map((line) => line.do)).toEqual(['return']);
});

test('shrinking stops after the maximum number of tries', () => {
  let tries = 0;
  const judge = () => {
    tries += 1;
    return failure.about;
  };
  const small = shrink(failure, { judge, most: 3 });
  expect(tries).toBe(3);
  expect(small.lines.length).toBeLessThan(failure.lines.length);
});

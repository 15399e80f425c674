import { expect, test } from 'vitest';
import { person } from '#test/workflow-model/people.ts';
import { sequential } from '#test/workflow-model/samples.ts';
import { addSigners, delegate, seatsOf, sign } from '#test/workflow-model/seats.ts';
import { Story } from '#test/workflow-model/story.ts';
import { visitsWithPendingForms } from './queries.ts';

test('values typed before a return are shown again, also after signers and delegation', () => {
  const story = new Story(sequential).reach('a');
  addSigners(story, person('handler-b', 'b'), story.task('b'), 'before', seatsOf('s1'));
  sign(story, 's1');
  const returned = story.task('b').id;
  expect(story.return('b', ['a'], 'direct')).toBeNull();
  expect(story.handle('a')).toBeNull();
  expect(visitsWithPendingForms(story.order, story.task('b')).map(({ id }) => id)).toEqual([returned]);
  const delegated = story.task('b').id;
  expect(delegate(story, 'b', 'other', false)).toBeNull();
  expect(visitsWithPendingForms(story.order, story.task('b')).map(({ id }) => id)).toEqual([
    delegated,
    returned,
  ]);
});

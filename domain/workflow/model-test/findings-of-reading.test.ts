import { describe, expect, test } from 'vitest';
import { readDefinition } from '#server/modules/processes/read-definition.ts';

describe('7 flows without id are miswired', () => {
  const file = (
    task: string,
  ) => `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p" name="P">
    <startEvent id="s"/><userTask id="a" name="A"${task}/><endEvent id="e"/>
    <sequenceFlow sourceRef="s" targetRef="a"/><sequenceFlow sourceRef="a" targetRef="e"/></process></definitions>`;

  test('they get ids by their place', async () => {
    const { definition, problems } = await readDefinition(file(''));
    expect(problems).toEqual([]);
    expect(definition?.nodes.a).toMatchObject({ incoming: ['sequenceFlow-1'], outgoing: ['sequenceFlow-2'] });
  });

  test('what is not carried out is refused by name', async () => {
    const { problems } = await readDefinition(file(' completionQuantity="2"'));
    expect(problems.map(({ message }) => message)).toEqual(['环节“A”：不支持 completionQuantity="2"']);
  });
});

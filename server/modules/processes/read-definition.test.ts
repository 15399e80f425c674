import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { lintDefinition } from '#domain/workflow/lint.ts';
import { readDefinition } from './read-definition.ts';

const ours = new URL('../../seeds/data/processes/', import.meta.url);

/** A small whole process with a place for each thing that a test changes. */
function file({
  process = '',
  task = '<portal:userTask stage="3"><portal:candidate kind="role" ref="handler"/><portal:button id="ok" code="1" name="办理"/></portal:userTask>',
  taskBody = '',
  more = '',
  end = '<portal:end result="9"/>',
  namespace = 'urn:banjian:portal:1',
} = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:portal="${namespace}" targetNamespace="urn:test">
  <bpmn:process id="letter" name="来信" isExecutable="true">
    <bpmn:extensionElements><portal:process administrator="role:matter-admin">${process}</portal:process></bpmn:extensionElements>
    <bpmn:startEvent id="start" name="登记"><bpmn:outgoing>f1</bpmn:outgoing></bpmn:startEvent>
    <bpmn:userTask id="accept" name="受理">
      <bpmn:extensionElements>${task}</bpmn:extensionElements>
      <bpmn:incoming>f1</bpmn:incoming><bpmn:outgoing>f2</bpmn:outgoing>${taskBody}
    </bpmn:userTask>
    <bpmn:endEvent id="done" name="办结">
      <bpmn:extensionElements>${end}</bpmn:extensionElements><bpmn:incoming>f2</bpmn:incoming>
    </bpmn:endEvent>
    <bpmn:sequenceFlow id="f1" sourceRef="start" targetRef="accept"/>
    <bpmn:sequenceFlow id="f2" sourceRef="accept" targetRef="done"/>
    ${more}
  </bpmn:process>
</bpmn:definitions>`;
}

async function problemsOf(changes: Parameters<typeof file>[0]): Promise<string[]> {
  return (await readDefinition(file(changes))).problems.map(({ message }) => message);
}

describe('our own processes', () => {
  test.each(readdirSync(ours).filter((name) => name.endsWith('.bpmn')))(
    '%s may be published',
    async (name) => {
      const { definition, problems } = await readDefinition(readFileSync(new URL(name, ours), 'utf8'));
      expect(problems).toEqual([]);
      expect(definition && lintDefinition(definition)).toEqual([]);
    },
  );
});

describe('what is read', () => {
  test('everything that the extension can say', async () => {
    const { definition, problems } = await readDefinition(
      file({
        process:
          '<portal:limit amount="60" unit="calendarDay"/><portal:variable name="accepted" type="boolean" value="false"/>',
        task: `<portal:userTask stage="3" opinionRequired="true" withdrawAllowed="true" countersign="true" emptyCandidates="administrator">
          <portal:candidate kind="role" ref="handler" name="经办人"/>
          <portal:candidate kind="variable" ref="units"/>
          <portal:candidate kind="previousNode" ref="start"/>
          <portal:button id="ok" code="1" name="受理" resultCode="2004"><portal:set name="accepted" type="boolean" value="true"/></portal:button>
          <portal:button id="back" code="6" name="撤回" opType="2" order="9" state="0"/>
          <portal:authority form="letter" field="*" value="1"/>
          <portal:authority form="letter" field="summary" value="2"/>
          <portal:limit amount="5" unit="workingDay"/>
          <portal:returns allowed="true" ways="direct" targets="start"/>
        </portal:userTask>`,
      }),
    );
    expect(problems).toEqual([]);
    expect(definition).toMatchObject({
      key: 'letter',
      name: '来信',
      startId: 'start',
      limit: { amount: 60, unit: 'calendarDay' },
      variables: { accepted: false },
      recall: 'beforeFirstHandled',
      administratorKey: 'role:matter-admin',
    });
    expect(definition?.nodes.done).toMatchObject({ kind: 'end', behaviour: 'plain', result: 9 });
    expect(definition?.nodes.accept).toEqual({
      id: 'accept',
      name: '受理',
      kind: 'userTask',
      incoming: ['f1'],
      outgoing: ['f2'],
      stage: 3,
      opinionRequired: true,
      withdrawAllowed: true,
      emptyCandidates: 'administrator',
      candidates: [
        { kind: 'role', id: 'handler', name: '经办人' },
        { kind: 'variable', name: 'units' },
        { kind: 'previousNode', nodeId: 'start' },
      ],
      buttons: [
        {
          id: 'ok',
          code: '1',
          name: '受理',
          state: 1,
          opType: 1,
          order: 1,
          resultCode: 2004,
          sets: { accepted: true },
        },
        { id: 'back', code: '6', name: '撤回', state: 0, opType: 2, order: 9 },
      ],
      fieldAuthority: { letter: { '*': 1, summary: 2 } },
      limit: { amount: 5, unit: 'workingDay' },
      returns: { allowed: true, ways: ['direct'], targets: ['start'] },
    });
  });
});

describe('what is refused, with the element’s name', () => {
  test.each([
    ['a sub-process', '<bpmn:subProcess id="s" name="联办"/>', '子流程“联办”：不支持的元素（子流程）'],
    [
      'a call activity',
      '<bpmn:callActivity id="s" name="联办"/>',
      '调用活动“联办”：不支持的元素（调用活动）',
    ],
    [
      'a boundary timer',
      '<bpmn:boundaryEvent id="t" name="超时" attachedToRef="accept"><bpmn:timerEventDefinition/></bpmn:boundaryEvent>',
      '边界事件“超时”：不支持的元素（边界事件）',
    ],
    ['a script task', '<bpmn:scriptTask id="s" name="脚本"/>', '脚本任务“脚本”：不支持的元素（脚本任务）'],
    ['a second start', '<bpmn:startEvent id="s2" name="另一个"/>', '流程“来信”：只能有一个开始事件'],
  ])('%s', async (_, more, message) => {
    expect(await problemsOf({ more })).toContain(message);
  });

  test('a multi-instance task', async () => {
    const taskBody = '<bpmn:multiInstanceLoopCharacteristics/>';
    expect(await problemsOf({ taskBody })).toEqual(['环节“受理”：不支持多实例']);
  });

  test('a message flow between pools', async () => {
    const pools = `<bpmn:collaboration id="pools"><bpmn:participant id="p1" processRef="letter"/>
      <bpmn:participant id="p2" name="群众"/><bpmn:messageFlow id="m" name="答复" sourceRef="p1" targetRef="p2"/></bpmn:collaboration>`;
    const { problems } = await readDefinition(
      file().replace('</bpmn:definitions>', `${pools}</bpmn:definitions>`),
    );
    expect(problems.map(({ message }) => message)).toEqual(['消息流“答复”：不支持的元素（消息流）']);
  });

  test('an attribute that the extension does not know', async () => {
    const [message] = await problemsOf({ task: '<portal:userTask stage="3" colour="red"/>' });
    expect(message).toMatch(/^无法识别：.*colour/);
  });

  test('the prefix of the extension in another namespace', async () => {
    expect(await problemsOf({ namespace: 'urn:somebody:else' })).toContain(
      '前缀 portal 的命名空间应为 urn:banjian:portal:1',
    );
  });

  test('values that do not fit, all at once', async () => {
    const task = `<portal:userTask stage="99" opinionRequired="maybe">
      <portal:candidate kind="anybody" ref="x"/>
      <portal:button id="ok" code="1" resultCode="many"/>
      <portal:authority form="letter" value="3"/>
      <portal:limit amount="0" unit="week"/>
    </portal:userTask>`;
    expect(await problemsOf({ task })).toEqual([
      '环节“受理”：stage 不是办件状态',
      '环节“受理”：limit.unit 只能是 workingDay、calendarDay',
      '环节“受理”：时限应为不小于 1 的整数',
      '环节“受理”：candidate“x”.kind 只能是 staff、window、position、group、role、department、org、variable、previousNode',
      '环节“受理”：button“ok”.resultCode 应为整数',
      '环节“受理”：缺少 button“ok”.name',
      '环节“受理”：authority“letter”.value 只能是 0、1、2',
      '环节“受理”：userTask.opinionRequired 只能是 true、false',
    ]);
  });

  test('a precedence of results that is no list of codes', async () => {
    const stating = (codes: string) => file().replace('<portal:process ', `$&resultPrecedence="${codes}" `);
    expect((await readDefinition(stating('1002 2004'))).definition?.resultPrecedence).toEqual([1002, 2004]);
    expect((await readDefinition(stating('1002,2004'))).problems.map(({ message }) => message)).toEqual([
      '流程“来信”：resultPrecedence 应为以空格分隔的结果代码',
    ]);
  });

  test('a condition that asks an unknown variable', async () => {
    const more = `<bpmn:sequenceFlow id="f3" name="不受理" sourceRef="accept" targetRef="done">
      <bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">acepted</bpmn:conditionExpression></bpmn:sequenceFlow>`;
    expect(await problemsOf({ more })).toEqual([
      '连线“不受理”（受理之后）：条件“acepted”使用了未定义的变量“acepted”，请在 portal:variable 中给出初始值，或写成“表单编号.字段”',
    ]);
  });

  test('a file that is not BPMN', async () => {
    const { definition, problems } = await readDefinition('<html/>');
    expect(definition).toBeUndefined();
    expect(problems[0]?.message).toContain('不是有效的 BPMN 2.0 文件');
  });
});

test.each(['&#0;', '&#x00;', '&#xD800;', '&#57343;'])(
  'a name with %s, which no record can hold, is refused',
  async (sign) => {
    const { problems } = await readDefinition(
      file({ end: '<portal:end result="9"/>' }).replace('来信', `来${sign}信`),
    );
    expect(problems).toEqual([{ field: 'xml', message: '不是有效的 BPMN 2.0 文件：含有不允许的字符' }]);
  },
);

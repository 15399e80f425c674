import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { lintDefinition } from '#domain/workflow/publishing/lint.ts';
import { replacements } from '#domain/workflow/replacements.ts';
import { readDefinition } from './read-definition.ts';

const ownProcesses = new URL('../../../seeds/data/processes/', import.meta.url);

/** Returns a small complete process with a place for each part that a test changes. */
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
  test.each(readdirSync(ownProcesses).filter((name) => name.endsWith('.bpmn')))(
    'can be published: %s',
    async (name) => {
      const { definition, problems } = await readDefinition(
        readFileSync(new URL(name, ownProcesses), 'utf8'),
      );
      expect(problems).toEqual([]);
      expect(definition && lintDefinition(definition)).toEqual([]);
    },
  );
});

describe('reading a definition', () => {
  test('reads everything that the extension can express', async () => {
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

describe('the refusal of a definition', () => {
  test.each([
    [
      'a sub-process',
      '<bpmn:subProcess id="s" name="联办"/>',
      `子流程“联办”：不支持子流程。${replacements.subProcess}`,
    ],
    [
      'a call activity',
      '<bpmn:callActivity id="s" name="联办"/>',
      `调用活动“联办”：不支持调用活动。${replacements.callActivity}`,
    ],
    [
      'a boundary timer',
      '<bpmn:boundaryEvent id="t" name="超时" attachedToRef="accept"><bpmn:timerEventDefinition/></bpmn:boundaryEvent>',
      `边界事件“超时”：不支持定时边界事件。${replacements.boundaryTimer}`,
    ],
    [
      'a script task',
      '<bpmn:scriptTask id="s" name="脚本"/>',
      `脚本任务“脚本”：不支持脚本任务。${replacements.script}`,
    ],
    [
      'a second start event',
      '<bpmn:startEvent id="s2" name="另一个"/>',
      '流程“来信”：只能有一个开始事件，现在有 2 个，请合并为一个，之后用排他网关分流',
    ],
  ])('names the element for %s', async (_, more, message) => {
    expect(await problemsOf({ more })).toContain(message);
  });

  test('reports a second process and a message flow to it', async () => {
    const pools = `<bpmn:collaboration id="pools"><bpmn:participant id="p1" processRef="letter"/>
      <bpmn:participant id="p2" name="群众"/><bpmn:messageFlow id="m" name="答复" sourceRef="p1" targetRef="p2"/></bpmn:collaboration>`;
    const other = '<bpmn:process id="other" name="来访"><bpmn:startEvent id="o"/></bpmn:process>';
    const readWith = (more: string) =>
      readDefinition(file().replace('</bpmn:definitions>', `${more}</bpmn:definitions>`));
    const { problems } = await readWith(pools + other);
    expect(problems.map(({ message }) => message)).toEqual([
      '一个文件只能有一个流程，这个文件有 2 个（“来信”、“来访”）。请各存为一个文件，分别发布',
      `消息流“答复”：不支持消息流。${replacements.messageFlow}`,
    ]);
    const alone = await readWith(pools);
    expect(alone.problems).toEqual([]);
    expect(alone.hints[0]?.message).toBe(`消息流“答复”：只作图示，不发送消息。${replacements.messageFlow}`);
  });

  test('reports an unknown attribute of the extension', async () => {
    const [message] = await problemsOf({ task: '<portal:userTask stage="3" colour="red"/>' });
    expect(message).toBe('无法识别的属性“colour”，请检查拼写');
  });

  test('reports the extension prefix in another namespace', async () => {
    expect(await problemsOf({ namespace: 'urn:somebody:else' })).toContain(
      '前缀 portal 的命名空间应为 urn:banjian:portal:1',
    );
  });

  test('reports all invalid values at once', async () => {
    const task = `<portal:userTask stage="99" opinionRequired="maybe">
      <portal:candidate kind="anybody" ref="x"/>
      <portal:button id="ok" code="1" resultCode="many"/>
      <portal:authority form="letter" value="3"/>
      <portal:limit amount="0" unit="week"/>
    </portal:userTask>`;
    expect(await problemsOf({ task })).toEqual([
      '环节“受理”：stage 不是办件状态',
      '环节“受理”：limit.unit 只能是 workingDay、calendarDay、month',
      '环节“受理”：时限应为 1 至 3650 的整数',
      '环节“受理”：candidate“x”.kind 只能是 staff、window、position、group、role、department、org、variable、previousNode',
      '环节“受理”：button“ok”.resultCode 应为整数',
      '环节“受理”：缺少 button“ok”.name',
      '环节“受理”：authority“letter”.value 只能是 0、1、2',
      '环节“受理”：userTask.opinionRequired 只能是 true、false',
    ]);
  });

  test('reports a result precedence that is not a list of codes', async () => {
    const withPrecedence = (codes: string) =>
      file().replace('<portal:process ', `$&resultPrecedence="${codes}" `);
    expect((await readDefinition(withPrecedence('1002 2004'))).definition?.resultPrecedence).toEqual([
      1002, 2004,
    ]);
    expect(
      (await readDefinition(withPrecedence('1002,2004'))).problems.map(({ message }) => message),
    ).toEqual(['流程“来信”：resultPrecedence 应为以空格分隔的结果代码']);
  });

  test('reports a condition with an unknown variable', async () => {
    const more = `<bpmn:sequenceFlow id="f3" name="不受理" sourceRef="accept" targetRef="done">
      <bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">acepted</bpmn:conditionExpression></bpmn:sequenceFlow>`;
    expect(await problemsOf({ more })).toEqual([
      '连线“不受理”（受理之后）：条件“acepted”使用了未定义的变量“acepted”，请在 portal:variable 中给出初始值，或写成“表单编号.字段”',
    ]);
  });

  test('reports a file that is not BPMN', async () => {
    const { definition, problems } = await readDefinition('<html/>');
    expect(definition).toBeUndefined();
    expect(problems.map(({ message }) => message)).toEqual([
      '不是有效的 BPMN 2.0 文件：最外层的元素不是 BPMN 2.0 的 definitions，请确认导出的是 BPMN 2.0 XML',
    ]);
  });

  test.each([
    ['text', 'hello', '不是有效的 BPMN 2.0 文件：第 1 行的内容无法识别：hello，请改正或删去'],
    [
      'a truncated file',
      file().slice(0, 500),
      '不是有效的 BPMN 2.0 文件：第 6 行的内容无法识别：</bpmn:star，请改正或删去',
    ],
    [
      'an element unknown to BPMN',
      file({ more: '<bpmn:nonsense/>' }),
      '第 16 行的内容无法识别：<bpmn:nonsense/>，请改正或删去',
    ],
    [
      'an undeclared prefix',
      file({ more: '<x:y/>' }),
      '不是有效的 BPMN 2.0 文件：第 16 行的内容无法识别：<x:y/>，请改正或删去',
    ],
    [
      'an invalid id',
      file().replace('id="f1"', 'id="1 f"'),
      '编号“1 f”含有不允许的字符，请改为以字母开头，只有字母、数字和 _ - . 的编号',
    ],
    [
      'entities that expand',
      file().replace('?>', '?><!DOCTYPE d [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>'),
      '文件含有文档类型或实体声明（<!DOCTYPE、<!ENTITY），流程文件不需要，也不接受：请删除后再导入',
    ],
  ])('reports %s in Chinese instead of the parser’s message', async (_, xml, message) => {
    const { problems } = await readDefinition(xml);
    expect(problems[0]?.message).toBe(message);
    for (const problem of problems) expect(problem.message).not.toMatch(/detected|unknown|illegal/);
  });
});

test.each(['&#0;', '&#x00;', '&#xD800;', '&#57343;'])(
  'a name with the invalid character %s is refused',
  async (sign) => {
    const { problems } = await readDefinition(
      file({ end: '<portal:end result="9"/>' }).replace('来信', `来${sign}信`),
    );
    expect(problems).toEqual([{ field: 'xml', message: '不是有效的 BPMN 2.0 文件：含有不允许的字符' }]);
  },
);

describe('the limit of 500 characters of a message text', () => {
  const withMessage = (text: string) =>
    file({
      more: `<bpmn:serviceTask id="tell" name="告知"><bpmn:extensionElements>
        <portal:serviceTask kind="sendMessage" target="initiator" text="${text}"/></bpmn:extensionElements></bpmn:serviceTask>`,
    });

  test.each([
    [500, false],
    [501, true],
  ])('counts each rare character once, with %i of them', async (count, tooLong) => {
    const { problems } = await readDefinition(withMessage('𠮷'.repeat(count)));
    expect(problems.some(({ message }) => message.endsWith('消息内容不能超过500个字符'))).toBe(tooLong);
  });
});

describe('reading unusual BPMN', () => {
  const withoutIds = file().replaceAll(/<bpmn:sequenceFlow id="f\d"/g, '<bpmn:sequenceFlow');

  test('connects flows without an id as drawn, the same way each time', async () => {
    const withoutReferences = withoutIds.replaceAll(/<bpmn:(incoming|outgoing)>f\d<\/bpmn:\1>/g, '');
    const first = await readDefinition(withoutReferences);
    expect(first.problems).toEqual([]);
    expect(first.definition?.flows).toEqual({
      'sequenceFlow-1': { id: 'sequenceFlow-1', name: '', sourceId: 'start', targetId: 'accept' },
      'sequenceFlow-2': { id: 'sequenceFlow-2', name: '', sourceId: 'accept', targetId: 'done' },
    });
    expect(first.definition?.nodes.accept).toMatchObject({
      incoming: ['sequenceFlow-1'],
      outgoing: ['sequenceFlow-2'],
    });
    expect((await readDefinition(withoutReferences)).definition).toEqual(first.definition);
  });

  test('reads a name with line breaks as one line', async () => {
    const { definition, problems } = await readDefinition(
      file().replace('name="受理"', 'name="受理&#10; 登记"'),
    );
    expect([problems, definition?.nodes.accept?.name]).toEqual([[], '受理 登记']);
  });

  test('generates an id that no element of the file has', async () => {
    const more = '<bpmn:userTask id="userTask-2" name="甲"/><bpmn:userTask/>';
    const { definition, problems } = await readDefinition(file({ more }));
    expect(Object.keys(definition?.nodes ?? {})).toEqual([
      'start',
      'accept',
      'done',
      'userTask-2',
      'userTask-3',
    ]);
    expect(problems).toEqual([]);
    expect(definition?.nodes['userTask-3']?.name).toBe('环节 3');
  });

  test('ignores a reference to a flow without an id, and refuses a flow to an unknown element', async () => {
    const { problems, hints } = await readDefinition(withoutIds);
    expect(problems).toEqual([]);
    expect(hints.map(({ message }) => message)).toContain(
      '开始事件“登记”：已忽略 outgoing（引用了不存在的元素“f1”，请改正引用）',
    );
    const withUnknownSource = withoutIds.replace('sourceRef="accept"', 'sourceRef="nowhere"');
    expect((await readDefinition(withUnknownSource)).problems.map(({ message }) => message)).toContain(
      '引用了不存在的元素“nowhere”，请改正引用',
    );
  });

  test.each([
    ['completionQuantity="2"', `环节“受理”：不支持 completionQuantity="2"。${replacements.quantity}`],
    ['startQuantity="3"', `环节“受理”：不支持 startQuantity="3"。${replacements.quantity}`],
    ['isForCompensation="true"', `环节“受理”：不支持 isForCompensation="true"。${replacements.compensation}`],
    ['completionQuantity="1" startQuantity="1" isForCompensation="false"', undefined],
  ])('checks a task with %s', async (attributes, message) => {
    const { problems } = await readDefinition(
      file().replace('<bpmn:userTask id="accept"', `$& ${attributes}`),
    );
    expect(problems.map((problem) => problem.message)).toEqual(message === undefined ? [] : [message]);
  });

  test.each([
    ['1 + 1', '不一定得出“是”或“否”，请写成比较，如 = true、= "…"'],
    ['"yes"', '不一定得出“是”或“否”，请写成比较，如 = true、= "…"'],
  ])('refuses a condition whose result is not yes or no: %s', async (condition, wrong) => {
    const more = `<bpmn:sequenceFlow id="f3" name="不受理" sourceRef="accept" targetRef="done">
      <bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">${condition}</bpmn:conditionExpression></bpmn:sequenceFlow>`;
    expect(await problemsOf({ more })).toEqual([`连线“不受理”（受理之后）：条件“${condition}”${wrong}`]);
  });
});

test('a multi-instance task that names a handler twice is refused', async () => {
  const candidate = '<portal:candidate kind="role" ref="handler"/>';
  const problems = await problemsOf({
    task: `<portal:userTask stage="3">${candidate}${candidate}<portal:button id="ok" code="1" name="办理"/></portal:userTask>`,
    taskBody:
      '<bpmn:multiInstanceLoopCharacteristics><bpmn:loopCardinality>2</bpmn:loopCardinality></bpmn:multiInstanceLoopCharacteristics>',
  });
  expect(problems).toEqual(['环节“受理”：多实例的处理人“handler”重复，每个处理人只办一份']);
});

describe('a name that every JavaScript object inherits', () => {
  const inheritedNames = ['constructor', '__proto__', 'toString'];
  const task = (authority: string) =>
    `<portal:userTask stage="3"><portal:candidate kind="role" ref="handler"/>${authority}<portal:button id="ok" code="1" name="办理"/></portal:userTask>`;

  test.each(inheritedNames)('is refused as a form or field of a permission: %s', async (name) => {
    for (const [form, field] of [
      [name, '*'],
      [name, 'length'],
      ['letter', name],
    ]) {
      const authority = `<portal:authority form="${form}" field="${field}" value="2"/>`;
      const { problems, definition } = await readDefinition(file({ task: task(authority) }));
      expect(problems.map(({ message }) => message)).toEqual([
        `环节“受理”：表单权限中的“${name}”不能作为编号`,
      ]);
      expect(structuredClone(definition)).toEqual(definition);
    }
    // The child process reads other files after this one.
    expect(Reflect.ownKeys({})).toEqual([]);
    expect('*' in {} || '*' in Object || 'length' in {}).toBe(false);
  });

  test.each(inheritedNames)('is refused as the id of a process, a node or a flow: %s', async (name) => {
    for (const id of ['letter', 'accept', 'f1']) {
      const { definition } = await readDefinition(
        file().replaceAll(`"${id}"`, `"${name}"`).replaceAll(`>${id}<`, `>${name}<`),
      );
      const messages = definition ? lintDefinition(definition).map(({ message }) => message) : [];
      expect(messages, id).toContain(`流程“来信”：“${name}”不能作为编号，请改为其他编号`);
    }
  });
});

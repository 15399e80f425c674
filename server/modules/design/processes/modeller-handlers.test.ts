import { expect, test } from 'vitest';
import { readDefinition } from './read-definition.ts';

const file = (prefix: string, uri: string, task: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:${prefix}="${uri}" targetNamespace="urn:test">
  <process id="leave" name="请假"><startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="a"/>
  ${task}<sequenceFlow id="f2" sourceRef="a" targetRef="e"/><endEvent id="e"/></process></definitions>`;

async function candidatesOf(prefix: string, uri: string, task: string) {
  const { definition, problems, hints, modellerNodes } = await readDefinition(file(prefix, uri, task));
  const node = definition?.nodes.a;
  return { candidates: node?.kind === 'userTask' ? node.candidates : [], problems, hints, modellerNodes };
}

test.each([
  ['flowable', 'http://flowable.org/bpmn'],
  ['activiti', 'http://activiti.org/bpmn'],
  ['camunda', 'http://camunda.org/schema/1.0/bpmn'],
  ['kisbpm', 'http://www.kisbpm.com/bpmn'],
])('%s names handlers by attributes and by elements', async (prefix, uri) => {
  const result = await candidatesOf(
    prefix,
    uri,
    `<userTask id="a" name="审批" ${prefix}:assignee="zhangsan"><extensionElements>
      <${prefix}:candidateUsers>lisi，wangwu</${prefix}:candidateUsers>
      <${prefix}:candidateGroup type="posts" value="p1" text="窗口岗"/>
      <${prefix}:formKey>leave-form</${prefix}:formKey></extensionElements></userTask>`,
  );
  expect(result.problems).toEqual([]);
  expect(result.candidates).toEqual([
    { kind: 'staff', id: 'zhangsan', name: 'zhangsan' },
    { kind: 'staff', id: 'lisi', name: 'lisi' },
    { kind: 'staff', id: 'wangwu', name: 'wangwu' },
    { kind: 'position', id: 'p1', name: '窗口岗' },
  ]);
  expect(result.modellerNodes).toEqual(['a']);
  expect(result.hints).toContainEqual({
    field: 'a',
    message: `环节“审批”：已忽略 ${prefix}:formKey（表单由事项决定）`,
  });
});

test('Camunda 8 names handlers in one element', async () => {
  const { candidates } = await candidatesOf(
    'zeebe',
    'http://camunda.org/schema/zeebe/1.0',
    `<userTask id="a" name="审批"><extensionElements>
      <zeebe:assignmentDefinition assignee="zhangsan" candidateGroups="audit"/></extensionElements></userTask>`,
  );
  expect(candidates).toEqual([
    { kind: 'staff', id: 'zhangsan', name: 'zhangsan' },
    { kind: 'group', id: 'audit', name: 'audit' },
  ]);
});

test('our own handler elements take precedence, and the other ones are reported as ignored', async () => {
  const { candidates, hints, modellerNodes } = await candidatesOf(
    'flowable',
    'http://flowable.org/bpmn',
    `<userTask id="a" name="审批" flowable:assignee="zhangsan"><extensionElements>
      <portal:userTask xmlns:portal="urn:banjian:portal:1" stage="4"><portal:candidate kind="role" ref="handler"/>
      <portal:button id="ok" code="1" name="办理"/></portal:userTask></extensionElements></userTask>`,
  );
  expect(candidates).toEqual([{ kind: 'role', id: 'handler', name: 'handler' }]);
  expect(modellerNodes).toEqual([]);
  expect(hints.map(({ message }) => message)).toContain(
    '环节“审批”：已忽略文件中其他写法的处理人 staff:zhangsan（以 portal:candidate 为准）',
  );
});

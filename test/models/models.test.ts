import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createConditionTest } from '#domain/workflow/conditions/condition.ts';
import { lintDefinition } from '#domain/workflow/lint.ts';
import { sampleWorld } from '#domain/workflow/model-test/samples.ts';
import { walkOrder } from '#domain/workflow/model-test/walk.ts';
import { readDefinition } from '#server/modules/processes/read-definition.ts';

/**
 * Models in the shapes that five makers write, and what the reader says of each: what it fills in or passes over where
 * the model runs as it is, what stands against it where it does not.
 */
const task = '没有扩展 portal:userTask，阶段按“待承办”（4），按钮为办理、退回，处理人为';
const nobody = `${task}兜底处理人 role:matter-admin`;
const end = '没有扩展 portal:end，结束状态按“正常办结”（9）';
const administrator = '没有填写兜底处理人 administrator，按 role:matter-admin';
const drawn = (id: string) =>
  `编号“${id}”是绘图工具给的，同编号的流程会成为同一流程的新版本，请改为自己的编号`;
const advice = '，请在 portal:variable 中给出初始值，或写成“表单编号.字段”';

/** In front of the brackets of an expression. */
const dollar = '$';

const runs: Record<string, string[]> = {
  'flowable/assignee-and-groups': [
    `流程“请假审批”：${administrator}`,
    `环节“填写申请”：${task}发起人`,
    `环节“部门审批”：${task}group:managers`,
    `结束事件“结束”：${end}`,
  ],
  'flowable/form-key-and-due-date': [
    `流程“采购申请”：${administrator}`,
    '环节“核价”：已忽略 flowable:formKey（表单由事项决定）',
    '环节“核价”：已忽略 flowable:dueDate（时限请用 portal:limit 填写）',
    `环节“核价”：${task}staff:zhangsan、staff:lisi`,
    `第 1 个结束事件“end”：${end}`,
  ],
  'flowable/juel-comparison': [
    `环节“填报”：${nobody}`,
    `环节“局长审批”：${nobody}`,
    `环节“会计审核”：${nobody}`,
    `结束事件“结束”：${end}`,
  ],
  'flowable/potential-owner': [
    `流程“值班”：${administrator}`,
    `环节“值班处置”：${task}staff:wangwu、group:duty`,
    `结束事件“结束”：${end}`,
  ],
  'flowable/multi-instance-candidates': [
    `流程“联合审核”：${administrator}`,
    `环节“联合审核”：${task}staff:zhangsan、staff:lisi、staff:wangwu`,
    `结束事件“结束”：${end}`,
  ],
  'flowable/multi-instance-collection': [`环节“征求意见”：${task}变量:depts`, `结束事件“结束”：${end}`],
  'camunda7/plain-line': [
    `流程“信访登记”：${drawn('Process_0k1jx2b')}`,
    `流程“信访登记”：${administrator}`,
    `环节“受理审查”：${task}staff:liuyang`,
    `结束事件“办结”：${end}`,
  ],
  'camunda7/parallel-review': [
    `流程“联合审查”：${administrator}`,
    `环节“消防审查”：${task}group:fire`,
    `环节“规划审查”：${task}group:planning`,
    `环节“环保审查”：${task}group:environment`,
    `环节“签发”：${nobody}`,
    `结束事件“办结”：${end}`,
  ],
  'camunda8/assignment-definition': [
    `流程“证照申领”：${administrator}`,
    '环节“审核”：已忽略 zeebe:formDefinition（表单由事项决定）',
    `环节“审核”：${task}staff:zhaomin、group:audit、group:front`,
    `结束事件“发证”：${end}`,
  ],
  'camunda8/feel-with-equals': [
    `环节“定级”：${nobody}`,
    `环节“主任审批”：${nobody}`,
    `环节“科长审批”：${nobody}`,
    `结束事件“办结”：${end}`,
  ],
  'camunda8/multi-instance': [`环节“会签”：${task}变量:people`, `结束事件“结束”：${end}`],
  'bpmn-js/no-name': [
    '流程“Process_1”：没有名称，按编号',
    `流程“Process_1”：${drawn('Process_1')}`,
    `流程“Process_1”：${administrator}`,
    `任务“接件”：${nobody}`,
    `任务“办理”：${nobody}`,
    `第 1 个结束事件“Event_1”：${end}`,
  ],
  'bpmn-js/abstract-and-manual-tasks': [
    `流程“热线转办”：${administrator}`,
    `任务“接听”：${nobody}`,
    `人工任务“转办”：${nobody}`,
    `第 1 个结束事件“e”：${end}`,
  ],
  'bpmn-js/lanes': [
    `流程“分泳道”：${administrator}`,
    `环节“登记”：${nobody}`,
    `环节“审核”：${nobody}`,
    `第 1 个结束事件“e”：${end}`,
    '泳道“窗口”：泳道只作图示，不决定处理人',
    '泳道“业务科”：泳道只作图示，不决定处理人',
  ],
  'bpmn-js/pool-name': [
    `流程“pool-process”：${administrator}`,
    `环节“交办”：${nobody}`,
    `第 1 个结束事件“e”：${end}`,
  ],
  'bpmn-js/data-object': [
    `流程“数据对象”：${administrator}`,
    '环节“登记”：已忽略 properties（数据只作图示）',
    '环节“登记”：已忽略 dataInputAssociations（数据关联只作图示）',
    `环节“登记”：${nobody}`,
    `第 1 个结束事件“e”：${end}`,
    '数据对象“申请表”：只作图示',
    '第 1 个数据对象“do1”：只作图示',
  ],
  'bpmn-js/flows-without-id': [
    `流程“无编号连线”：${administrator}`,
    `环节“登记”：${nobody}`,
    `环节“受理”：${nobody}`,
    `结束事件“办结”：${end}`,
    `结束事件“不予受理”：${end}`,
  ],
  'bpmn-js/sixty-branches': [
    `流程“六十个部门征求意见”：${administrator}`,
    ...Array.from({ length: 60 }, (_, at) => `环节“部门${at + 1}”：${nobody}`),
    `第 1 个结束事件“e”：${end}`,
  ],
  'signavio/plain-tasks': [
    `流程“投诉处理”：${administrator}`,
    `任务“登记投诉”：${nobody}`,
    `任务“调查核实”：${nobody}`,
    `第 1 个结束事件“sid-e”：${end}`,
  ],
  'signavio/gateway-directions': [
    `流程“内部审批”：${administrator}`,
    '环节“提交”：已忽略 implementation（实现方式由门户决定）',
    `环节“提交”：${nobody}`,
    `环节“执行”：${nobody}`,
    `第 1 个结束事件“sid-e”：${end}`,
  ],
  'signavio/inclusive': [
    `流程“包容分支”：${administrator}`,
    `任务“分办”：${nobody}`,
    `任务“住建办理”：${nobody}`,
    `任务“城管办理”：${nobody}`,
    `第 1 个结束事件“sid-e”：${end}`,
  ],
  'signavio/terminate-end': [
    `流程“终止结束”：${administrator}`,
    `任务“受理”：${nobody}`,
    '结束事件“终止”：没有扩展 portal:end，结束状态按“退回办结”（14）',
  ],
  'bpmn-io-forms/form-ref': [
    `流程“表单流程”：${administrator}`,
    '开始事件“开始”：已忽略 camunda:formKey（表单由事项决定）',
    '环节“填表”：已忽略 camunda:formRef（表单由事项决定）',
    '环节“填表”：已忽略 camunda:formRefBinding',
    `环节“填表”：${nobody}`,
    `结束事件“结束”：${end}`,
  ],
  'bpmn-io-forms/form-data': [
    `流程“内嵌字段”：${administrator}`,
    '环节“核实”：已忽略 camunda:formData（表单由事项决定）',
    `环节“核实”：${nobody}`,
    `结束事件“结束”：${end}`,
  ],
  'bpmn-io-forms/everything-said': [],
  'bpmn-io-forms/multi-instance-one-objects': [],
};

const refused: Record<string, string[]> = {
  'flowable/juel-unknown-variable': [
    `连线“同意”（同意否之后）：条件“approved”使用了未定义的变量“approved”${advice}`,
    `连线“不同意”（同意否之后）：条件“not(approved)”使用了未定义的变量“approved”${advice}`,
    '排他网关“同意否”：条件可能都不满足，需要默认分支',
  ],
  'flowable/juel-method-call': [
    `连线“够”：不支持表达式“${dollar}{execution.getVariable('level').equals('A')}”，请改写为 FEEL 条件，如 approved = true`,
  ],
  'flowable/task-listener': ['环节“承办”：不支持 flowable:taskListener（任务监听器）'],
  'flowable/skip-expression': ['环节“初审”：不支持 flowable:skipExpression（跳过条件）'],
  'flowable/multi-instance': [
    '环节“会签”：由多人办理，处理人变量“people”没有值，请在 portal:variable 中给出，如 group:a,group:b',
  ],
  'flowable/multi-instance-method-call': [
    `环节“会签”：不支持表达式“${dollar}{votes.isDone(execution)}”，请改写为 FEEL 条件，如 approved = true`,
  ],
  'flowable/service-class': [
    '自动任务“核验身份”：不支持 flowable:class（Java 类）',
    '自动任务“核验身份”：缺少扩展 portal:serviceTask',
  ],
  'camunda7/parallel-into-exclusive': ['排他网关“merge”：之后的分支可能同时走两遍，分支与汇聚不成对'],
  'camunda7/exclusive-into-parallel': ['并行网关“join”：可能永远等不到其他分支，分支与汇聚不成对'],
  'camunda7/boundary-timer': ['边界事件“超时”：不支持的元素（边界事件）'],
  'camunda7/sub-process': ['子流程“联办”：不支持的元素（子流程）'],
  'camunda7/call-activity': ['调用活动“勘验”：不支持的元素（调用活动）'],
  'camunda7/send-task': ['发送任务“发通知”：不支持的元素（发送任务）'],
  'camunda7/script-condition': ['第 3 条连线“Flow_way_more”：条件只支持 FEEL，不支持 groovy'],
  'camunda7/input-output': ['环节“承办”：不支持 camunda:inputOutput（输入输出映射）'],
  'camunda7/multi-instance-cardinality': [
    '环节“会审”：多实例的 loopCardinality“3”与处理人不符：每个处理人各办一份，请用 portal:candidate 逐个列出处理人',
  ],
  'camunda7/multi-instance-collection-not-used': [
    `环节“会审”：多实例的集合“people”没有用于处理人，处理人应写成 ${dollar}{person}`,
  ],
  'camunda7/multi-instance-data-input': [
    '环节“会审”：不支持 behavior="One"',
    '环节“会审”：不支持 inputDataItem',
  ],
  'camunda7/multi-instance-service': [
    '自动任务“逐个通知”：多实例只支持办理环节',
    '自动任务“逐个通知”：不支持 camunda:expression（表达式）',
    '自动任务“逐个通知”：缺少扩展 portal:serviceTask',
  ],
  'camunda8/multi-instance-output': ['环节“会签”：不支持 outputCollection（汇集结果）'],
  'camunda8/job-worker': [
    '自动任务“查重”：不支持 zeebe:taskDefinition（外部任务）',
    '自动任务“查重”：缺少扩展 portal:serviceTask',
  ],
  'camunda8/business-rule': ['规则任务“定费”：不支持的元素（规则任务）'],
  'camunda8/task-listener': ['环节“承办”：不支持 zeebe:taskListeners（任务监听器）'],
  'camunda8/message-start': ['开始事件“收到消息”：只支持普通开始事件'],
  'bpmn-js/duplicate-id': ['编号“a”重复'],
  'bpmn-js/encoding-gb2312': ['文件声明的编码是 GB2312，只支持 UTF-8：请用 UTF-8 编码另存后再导入'],
  'bpmn-js/io-specification': ['环节“登记”：不支持 ioSpecification'],
  'bpmn-js/message-flow': ['消息流“答复”：不支持的元素（消息流）'],
  'bpmn-js/quantities-and-compensation': [
    '环节“登记”：不支持 completionQuantity="2"',
    '环节“复核”：不支持 startQuantity="2"',
    '环节“撤销”：不支持 isForCompensation="true"',
  ],
  'bpmn-js/standard-loop': ['环节“登记”：不支持循环执行（standardLoopCharacteristics）'],
  'bpmn-js/unnamed-task': ['第 2 个环节“Activity_9”：缺少名称'],
  'signavio/branches-without-conditions': [
    '排他网关“通过？”：连线“是”没有条件，也不是默认分支',
    '排他网关“通过？”：连线“否”没有条件，也不是默认分支',
    '排他网关“通过？”：条件可能都不满足，需要默认分支',
  ],
  'signavio/event-gateway': [
    '第 1 个事件网关“sid-g”：不支持的元素（事件网关）',
    '中间捕获事件“等三日”：不支持的元素（中间捕获事件）',
  ],
  'bpmn-io-forms/field-condition': [
    `连线“Flow_g_b”（金额之后）：条件“amount > 100”使用了未定义的变量“amount”${advice}`,
  ],
  'bpmn-io-forms/null-in-opposed-conditions': ['排他网关“通过否”：条件可能都不满足，需要默认分支'],
};

async function readModel(name: string) {
  const read = await readDefinition(readFileSync(new URL(`${name}.bpmn`, import.meta.url), 'utf8'));
  const flow = read.definition && read.isWhole ? lintDefinition(read.definition) : [];
  return { ...read, problems: [...read.problems, ...flow] };
}

test('every model of the folder is spoken of, at least forty of five makers', () => {
  const makers = readdirSync(new URL('.', import.meta.url), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const models = makers.flatMap(({ name }) =>
    readdirSync(new URL(`${name}/`, import.meta.url)).map((file) => `${name}/${file.replace('.bpmn', '')}`),
  );
  expect([...Object.keys(runs), ...Object.keys(refused)].sort()).toEqual(models.sort());
  expect(models.length).toBeGreaterThanOrEqual(40);
  expect(makers.length).toBeGreaterThanOrEqual(5);
});

describe('runs as it is', () => {
  test.each(Object.entries(runs))('%s', async (name, hints) => {
    const read = await readModel(name);
    expect(read.problems).toEqual([]);
    expect(read.hints.map(({ message }) => message)).toEqual(hints);
    if (read.definition === undefined) throw new Error('A model without problems was not read');
    const context = { test: createConditionTest(), facts: { order: { areaCode: '330127' } } };
    // The walk knows every marking of a flow, of which so wide a one has too many.
    if (Object.keys(read.definition.nodes).length > 30) return;
    for (let seed = 1; seed <= 3; seed++) {
      const walk = walkOrder(sampleWorld(read.definition, context), seed, 10);
      expect(walk.failure).toBeNull();
      expect(walk.done.start).toBe(1);
    }
  });
});

describe('is refused', () => {
  test.each(Object.entries(refused))('%s', async (name, messages) => {
    const { problems } = await readModel(name);
    expect(problems.map(({ message }) => message)).toEqual(messages);
  });
});

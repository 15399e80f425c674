import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createConditionEvaluator } from '#domain/workflow/conditions/condition.ts';
import { lintDefinition } from '#domain/workflow/publishing/lint.ts';
import { replacements as instead } from '#domain/workflow/replacements.ts';
import { readDefinition } from '#server/modules/design/processes/read-definition.ts';
import { sampleWorld } from '#test/workflow-model/samples.ts';
import { walkOrder } from '#test/workflow-model/walk.ts';

/**
 * Models written by five different tools, and the messages of the reader about each: what it fills in or
 * ignores if the model can run, and the problems if it cannot.
 */
const task = '没有扩展 portal:userTask，阶段按“待承办”（4），按钮为办理、退回，处理人为';
const withoutHandler = `${task}兜底处理人 role:matter-admin`;
const end = '没有扩展 portal:end，结束状态按“正常办结”（9）';
const administrator = '没有填写兜底处理人 administrator，按 role:matter-admin';
const generatedId = (id: string) =>
  `编号“${id}”由绘图工具自动生成，同编号的流程会成为同一流程的新版本，请改为本单位的编号`;
const withoutDrawing = '文件中没有流程图，已由系统自动排图';
const replacedDrawing = '流程图不完整或有错误，不影响流程，已由系统重新排图';
const advice = '，请在 portal:variable 中给出初始值，或写成“表单编号.字段”';

/** For the expressions: a dollar sign before a brace in a plain string. */
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
    `环节“填报”：${withoutHandler}`,
    `环节“局长审批”：${withoutHandler}`,
    `环节“会计审核”：${withoutHandler}`,
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
    `流程“信访登记”：${generatedId('Process_0k1jx2b')}`,
    `流程“信访登记”：${administrator}`,
    `环节“受理审查”：${task}staff:liuyang`,
    `结束事件“办结”：${end}`,
  ],
  'camunda7/parallel-review': [
    `流程“联合审查”：${administrator}`,
    `环节“消防审查”：${task}group:fire`,
    `环节“规划审查”：${task}group:planning`,
    `环节“环保审查”：${task}group:environment`,
    `环节“签发”：${withoutHandler}`,
    `结束事件“办结”：${end}`,
  ],
  'camunda8/assignment-definition': [
    `流程“证照申领”：${administrator}`,
    '环节“审核”：已忽略 zeebe:formDefinition（表单由事项决定）',
    `环节“审核”：${task}staff:zhaomin、group:audit、group:front`,
    `结束事件“发证”：${end}`,
  ],
  'camunda8/feel-with-equals': [
    `环节“定级”：${withoutHandler}`,
    `环节“主任审批”：${withoutHandler}`,
    `环节“科长审批”：${withoutHandler}`,
    `结束事件“办结”：${end}`,
  ],
  'camunda8/multi-instance': [`环节“会签”：${task}变量:people`, `结束事件“结束”：${end}`],
  'bpmn-js/no-name': [
    '流程“Process_1”：没有名称，按编号',
    `流程“Process_1”：${generatedId('Process_1')}`,
    `流程“Process_1”：${administrator}`,
    `任务“接件”：${withoutHandler}`,
    `任务“办理”：${withoutHandler}`,
    `第 1 个结束事件“Event_1”：${end}`,
  ],
  'bpmn-js/abstract-and-manual-tasks': [
    `流程“热线转办”：${administrator}`,
    `任务“接听”：${withoutHandler}`,
    `人工任务“转办”：${withoutHandler}`,
    `第 1 个结束事件“e”：${end}`,
  ],
  'bpmn-js/lanes': [
    `流程“分泳道”：${administrator}`,
    `环节“登记”：${withoutHandler}`,
    `环节“审核”：${withoutHandler}`,
    `第 1 个结束事件“e”：${end}`,
    '泳道“窗口”：泳道只作图示，不决定处理人，请在环节中用 portal:candidate 写明岗位、部门或角色',
    '泳道“业务科”：泳道只作图示，不决定处理人，请在环节中用 portal:candidate 写明岗位、部门或角色',
  ],
  'bpmn-js/pool-name': [
    `流程“pool-process”：${administrator}`,
    `环节“交办”：${withoutHandler}`,
    `第 1 个结束事件“e”：${end}`,
  ],
  'bpmn-js/data-object': [
    `流程“数据对象”：${administrator}`,
    '环节“登记”：已忽略 properties（数据只作图示）',
    '环节“登记”：已忽略 dataInputAssociations（数据关联只作图示）',
    `环节“登记”：${withoutHandler}`,
    `第 1 个结束事件“e”：${end}`,
    '数据对象“申请表”：只作图示，办理中的数据由事项的表单保存',
    '第 1 个数据对象“do1”：只作图示，办理中的数据由事项的表单保存',
  ],
  'bpmn-js/flows-without-id': [
    `流程“无编号连线”：${administrator}`,
    `环节“登记”：${withoutHandler}`,
    `环节“受理”：${withoutHandler}`,
    `结束事件“办结”：${end}`,
    `结束事件“不予受理”：${end}`,
    replacedDrawing,
  ],
  'bpmn-js/sixty-branches': [
    `流程“六十个部门征求意见”：${administrator}`,
    ...Array.from({ length: 60 }, (_, index) => `环节“部门${index + 1}”：${withoutHandler}`),
    `第 1 个结束事件“e”：${end}`,
    withoutDrawing,
  ],
  'signavio/plain-tasks': [
    `流程“投诉处理”：${administrator}`,
    `任务“登记投诉”：${withoutHandler}`,
    `任务“调查核实”：${withoutHandler}`,
    `第 1 个结束事件“sid-e”：${end}`,
  ],
  'signavio/gateway-directions': [
    `流程“内部审批”：${administrator}`,
    '环节“提交”：已忽略 implementation（实现方式由门户决定）',
    `环节“提交”：${withoutHandler}`,
    `环节“执行”：${withoutHandler}`,
    `第 1 个结束事件“sid-e”：${end}`,
  ],
  'signavio/inclusive': [
    `流程“包容分支”：${administrator}`,
    `任务“分办”：${withoutHandler}`,
    `任务“住建办理”：${withoutHandler}`,
    `任务“城管办理”：${withoutHandler}`,
    `第 1 个结束事件“sid-e”：${end}`,
  ],
  'signavio/terminate-end': [
    `流程“终止结束”：${administrator}`,
    `任务“受理”：${withoutHandler}`,
    '结束事件“终止”：没有扩展 portal:end，结束状态按“退回办结”（14）',
  ],
  'bpmn-io-forms/form-ref': [
    `流程“表单流程”：${administrator}`,
    '开始事件“开始”：已忽略 camunda:formKey（表单由事项决定）',
    '环节“填表”：已忽略 camunda:formRef（表单由事项决定）',
    '环节“填表”：已忽略 camunda:formRefBinding',
    `环节“填表”：${withoutHandler}`,
    `结束事件“结束”：${end}`,
  ],
  'bpmn-io-forms/form-data': [
    `流程“内嵌字段”：${administrator}`,
    '环节“核实”：已忽略 camunda:formData（表单由事项决定）',
    `环节“核实”：${withoutHandler}`,
    `结束事件“结束”：${end}`,
  ],
  'bpmn-io-forms/everything-said': [],
  'bpmn-io-forms/multi-instance-one-objects': [],
  'camunda8/message-start': [
    `流程“消息启动”：${administrator}`,
    '开始事件“收到消息”：按普通开始事件读取，办件由工作人员在“新建办件”中发起，不会因消息、定时、信号或条件自动发起',
    `环节“承办”：${withoutHandler}`,
    `结束事件“办结”：${end}`,
  ],
  'bpmn-js/encoding-gb2312': [
    '文件声明的编码是 GB2312，按 UTF-8 保存',
    `流程“国标编码”：${administrator}`,
    `环节“登记”：${withoutHandler}`,
    `第 1 个结束事件“e”：${end}`,
  ],
  'bpmn-js/message-flow': [
    `消息流“答复”：只作图示，不发送消息。${instead.messageFlow}`,
    `流程“消息流”：${administrator}`,
    `环节“答复”：${withoutHandler}`,
    `第 1 个结束事件“e”：${end}`,
  ],
  'bpmn-js/unnamed-task': [
    '第 2 个环节“Activity_9”：没有名称，按“环节 2”',
    `流程“未命名环节”：${administrator}`,
    `环节“登记”：${withoutHandler}`,
    `环节“环节 2”：${withoutHandler}`,
    `第 1 个结束事件“e”：${end}`,
  ],
  'signavio/branches-without-conditions': [
    `流程“无条件分支”：${administrator}`,
    '任务“审核”：没有扩展 portal:userTask，阶段按“待承办”（4），按钮为选择分支、退回，处理人为兜底处理人 role:matter-admin',
    '排他网关“通过？”：离开的连线都没有条件，按人工选择：由前面环节的处理人办理时选择分支',
    `任务“发文”：${withoutHandler}`,
    `任务“退文”：${withoutHandler}`,
    `第 1 个结束事件“sid-e”：${end}`,
  ],
  'flowable/handler-elements': [
    `流程“按角色办理”：${administrator}`,
    '环节“人事审核”：已忽略 flowable:formKey（表单由事项决定）',
    `环节“人事审核”：${task}role:人事`,
    `环节“单位意见”：${task}staff:zhangsan、staff:lisi、department:办公室`,
    `环节“答复”：${task}staff:wangwu`,
    `环节“查收”：${task}发起人`,
    `环节“归档”：处理人“${dollar}{leaderService.of(execution)}”是其他系统的表达式，已略过：请用 portal:candidate 填写处理人，或由上一环节用“转交”指定`,
    `环节“归档”：${withoutHandler}`,
    `结束事件“结束”：${end}`,
    withoutDrawing,
  ],
  'bpmn-js/drawing-faulty': [
    `流程“缺少位置”：${administrator}`,
    `环节“登记”：${withoutHandler}`,
    `第 1 个结束事件“e”：${end}`,
    replacedDrawing,
  ],
  'bpmn-js/drawing-of-what-is-gone': [
    '绘图中有 1 处引用了不存在的元素，已忽略',
    '开始事件“s”：已忽略 outgoing（引用了不存在的元素“f9”，请改正引用）',
    `流程“画了已删的环节”：${administrator}`,
    `环节“登记”：${withoutHandler}`,
    `第 1 个结束事件“e”：${end}`,
  ],
  'bpmn-js/names-missing-and-twice': [
    '环节“审批”：已忽略 isUrgent（无法识别的属性“isUrgent”，请检查拼写）',
    '第 1 个环节“registration”：没有名称，按“registration”',
    '环节“审批”：与前面的环节同名，在退回、轨迹和列表中难以区分，建议改名',
    `流程“名称”：${administrator}`,
    `环节“registration”：${withoutHandler}`,
    '中间抛出事件“已登记”：没有动作，办件直接经过',
    `环节“审批”：${withoutHandler}`,
    `环节“审批”：${withoutHandler}`,
    `第 1 个结束事件“e”：${end}`,
    withoutDrawing,
  ],
  'bpmn-js/empty-pool': [
    '流程“outside”：没有内容，已略过',
    `流程“counter”：${administrator}`,
    `环节“受理”：${withoutHandler}`,
    `第 1 个结束事件“e”：${end}`,
    withoutDrawing,
  ],
};

const refused: Record<string, string[]> = {
  'flowable/juel-unknown-variable': [
    `连线“同意”（同意否之后）：条件“approved”使用了未定义的变量“approved”${advice}`,
    `连线“不同意”（同意否之后）：条件“not(approved)”使用了未定义的变量“approved”${advice}`,
    '排他网关“同意否”：条件可能都不满足，请把一条连线设为默认分支',
  ],
  'flowable/juel-method-call': [
    `连线“够”：不支持表达式“${dollar}{execution.getVariable('level').equals('A')}”，请改写为 FEEL 条件，如 approved = true`,
  ],
  'flowable/task-listener': [`环节“承办”：不支持 flowable:taskListener（任务监听器）。${instead.listener}`],
  'flowable/skip-expression': [`环节“初审”：不支持 flowable:skipExpression（跳过条件）。${instead.skip}`],
  'flowable/multi-instance': [
    '环节“会签”：由多人办理，处理人变量“people”没有值，请在 portal:variable 中给出，如 group:a,group:b',
  ],
  'flowable/multi-instance-method-call': [
    `环节“会签”：不支持表达式“${dollar}{votes.isDone(execution)}”，请改写为 FEEL 条件，如 approved = true`,
  ],
  'flowable/service-class': [`自动任务“核验身份”：不支持 flowable:class（Java 类）。${instead.service}`],
  'camunda7/parallel-into-exclusive': [
    '排他网关“merge”：之后的分支可能同时走两遍，分支与汇聚不成对，请用同一种网关分开和汇聚',
  ],
  'camunda7/exclusive-into-parallel': [
    '并行网关“join”：可能永远等不到其他分支，分支与汇聚不成对，请用同一种网关分开和汇聚',
  ],
  'camunda7/boundary-timer': [`边界事件“超时”：不支持定时边界事件。${instead.boundaryTimer}`],
  'camunda7/sub-process': [`子流程“联办”：不支持子流程。${instead.subProcess}`],
  'camunda7/call-activity': [`调用活动“勘验”：不支持调用活动。${instead.callActivity}`],
  'camunda7/send-task': [`发送任务“发通知”：不支持发送任务。${instead.sendMessage}`],
  'camunda7/script-condition': [
    '第 3 条连线“Flow_way_more”：条件只支持 FEEL，不支持 groovy，请改写，如 approved = true',
  ],
  'camunda7/input-output': [
    `环节“承办”：不支持 camunda:inputOutput（输入输出映射）。${instead.variableMapping}`,
  ],
  'camunda7/multi-instance-cardinality': [
    '环节“会审”：多实例的 loopCardinality“3”与处理人不符：每个处理人各办一份，请用 portal:candidate 逐个列出处理人',
  ],
  'camunda7/multi-instance-collection-not-used': [
    `环节“会审”：多实例的集合“people”没有用于处理人，请把处理人写成 ${dollar}{person}`,
  ],
  'camunda7/multi-instance-data-input': [
    `环节“会审”：不支持 behavior="One"。${instead.completion}`,
    `环节“会审”：不支持 inputDataItem。${instead.data}`,
  ],
  'camunda7/multi-instance-service': [
    `自动任务“逐个通知”：不支持这里的多实例。${instead.instances}`,
    `自动任务“逐个通知”：不支持 camunda:expression（表达式）。${instead.service}`,
  ],
  'camunda8/multi-instance-output': [`环节“会签”：不支持 outputCollection（汇集结果）。${instead.data}`],
  'camunda8/job-worker': [`自动任务“查重”：不支持 zeebe:taskDefinition（外部任务）。${instead.service}`],
  'camunda8/business-rule': [`规则任务“定费”：不支持规则任务。${instead.decision}`],
  'camunda8/task-listener': [`环节“承办”：不支持 zeebe:taskListeners（任务监听器）。${instead.listener}`],
  'bpmn-js/duplicate-id': ['编号“a”重复，请改为各不相同的编号'],
  'bpmn-js/io-specification': [`环节“登记”：不支持 ioSpecification。${instead.data}`],
  'bpmn-js/quantities-and-compensation': [
    `环节“登记”：不支持 completionQuantity="2"。${instead.quantity}`,
    `环节“复核”：不支持 startQuantity="2"。${instead.quantity}`,
    `环节“撤销”：不支持 isForCompensation="true"。${instead.compensation}`,
  ],
  'bpmn-js/standard-loop': [`环节“登记”：不支持循环执行（standardLoopCharacteristics）。${instead.loop}`],
  'signavio/event-gateway': [
    `第 1 个事件网关“sid-g”：不支持事件网关。${instead.eventGateway}`,
    `中间捕获事件“等三日”：不支持定时中间捕获事件。${instead.catchTimer}`,
  ],
  'bpmn-io-forms/field-condition': [
    `连线“Flow_g_b”（金额之后）：条件“amount > 100”使用了未定义的变量“amount”${advice}`,
  ],
  'bpmn-io-forms/null-in-opposed-conditions': [
    '排他网关“通过否”：条件可能都不满足，请把一条连线设为默认分支',
  ],
  'camunda7/events-and-sub-processes': [
    `开始事件“错误开始”：不支持错误开始事件。${instead.start}`,
    `边界事件“信号”：不支持信号边界事件。${instead.signal}`,
    `边界事件“出错”：不支持错误边界事件。${instead.error}`,
    `边界事件“上报”：不支持上报边界事件。${instead.escalation}`,
    `边界事件“补偿”：不支持补偿边界事件。${instead.compensation}`,
    `边界事件“条件”：不支持条件边界事件。${instead.condition}`,
    `边界事件“取消”：不支持取消边界事件。${instead.error}`,
    `中间抛出事件“转页”：不支持链接中间抛出事件。${instead.link}`,
    `中间抛出事件“通知”：不支持消息中间抛出事件。${instead.sendMessage}`,
    `中间捕获事件“等信”：不支持消息中间捕获事件。${instead.receiveMessage}`,
    `接收任务“收件”：不支持接收任务。${instead.receiveMessage}`,
    `脚本任务“计费”：不支持脚本任务。${instead.script}`,
    `子流程“超时处理”：不支持事件子流程。${instead.error}`,
    `事务子流程“交易”：不支持事务子流程。${instead.subProcess}`,
    `自由子流程“随意”：不支持自由子流程。${instead.adHoc}`,
    `复杂网关“三选二”：不支持复杂网关。${instead.complexGateway}`,
    `自动任务“查询”：不支持没有扩展 portal:serviceTask 的自动任务。${instead.service}`,
    `结束事件“发信”：不支持消息结束事件。${instead.sendMessage}`,
  ],
};

async function readModel(name: string) {
  const read = await readDefinition(readFileSync(new URL(`${name}.bpmn`, import.meta.url), 'utf8'));
  const flow = read.definition && read.isWhole ? lintDefinition(read.definition) : [];
  return { ...read, problems: [...read.problems, ...flow] };
}

test('every model in the folder is covered, at least forty from five tools', () => {
  const tools = readdirSync(new URL('.', import.meta.url), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const models = tools.flatMap(({ name }) =>
    readdirSync(new URL(`${name}/`, import.meta.url)).map((file) => `${name}/${file.replace('.bpmn', '')}`),
  );
  expect([...Object.keys(runs), ...Object.keys(refused)].sort()).toEqual(models.sort());
  expect(models.length).toBeGreaterThanOrEqual(40);
  expect(tools.length).toBeGreaterThanOrEqual(5);
});

describe('a model that runs unchanged', () => {
  test.each(Object.entries(runs))('%s', async (name, hints) => {
    const read = await readModel(name);
    expect(read.problems).toEqual([]);
    expect(read.hints.map(({ message }) => message)).toEqual(hints);
    if (read.definition === undefined) throw new Error('A model without problems was not read');
    const context = {
      evaluateCondition: createConditionEvaluator(),
      facts: { order: { areaCode: '330127' } },
    };
    // The walk visits every marking of a flow; a wide one has too many.
    if (Object.keys(read.definition.nodes).length > 30) return;
    for (let seed = 1; seed <= 3; seed++) {
      const walk = walkOrder(sampleWorld(read.definition, context), seed, 10);
      expect(walk.failure).toBeNull();
      expect(walk.done.start).toBe(1);
    }
  });
});

describe('a refused model', () => {
  test.each(Object.entries(refused))('%s', async (name, messages) => {
    const { problems } = await readModel(name);
    expect(problems.map(({ message }) => message)).toEqual(messages);
  });
});

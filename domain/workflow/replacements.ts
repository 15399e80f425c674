/**
 * Alternatives that the portal offers for parts of process files that it does not support. Each sentence is
 * shown to an administrator after the refusal of such a part, and mentions only features of processes, items
 * or handlers that exist here.
 */

const limit =
  '请在前后的环节中用 portal:limit 填写时限：临近和超过期限在待办、工作台和日程中显示，可以催办，但不会自动流转';
const message =
  '发站内消息请用自动任务 portal:serviceTask（kind="sendMessage"），短信由处理人办理时勾选“通知”发送';
const answer = '请改为办理环节，由收到答复的人登记结果、上传附件后继续';
const exception =
  '请在环节中增加“退回”“终止”按钮，或用按钮的 portal:set 记下结果，再用排他网关的条件转到处理环节';
const code =
  '本系统不运行流程文件中的程序，请改用 portal:serviceTask 发站内消息（kind="sendMessage"）或给变量赋值（kind="setVariable"）；其他系统的工作改为办理环节，只查看其他系统进度的，在事项中设置“外部轨迹”';

export const replacements = {
  boundaryTimer: limit,
  catchTimer: '请去掉等待，改为由处理人到时办理的环节，并用 portal:limit 填写时限',
  start: '办件由工作人员在“新建办件”中发起，请改为普通开始事件',
  receiveMessage: answer,
  sendMessage: message,
  messageFlow:
    '不同单位的往来请画在同一个流程中，用 portal:candidate 写明对方的机构、部门或岗位；只需告知的，由处理人用“抄送”或“通知”',
  signal: '请改用排他网关的条件决定走向；需要让他人知道的，由处理人用“抄送”或“通知”',
  error: exception,
  escalation: '请由处理人用“退回”“抄送”，或由有权的人“催办”',
  compensation: '请由处理人用“退回”从前面的环节重新办理，或画一个更正环节',
  condition: '请改用排他网关，把条件（FEEL）写在离开的连线上',
  link: '请用连线直接连接前后两个元素',
  cancel: exception,
  boundary: exception,
  eventGateway:
    '请改为一个办理环节，后接人工选择的网关（portal:gateway manual="true"），由处理人按实际情况选择分支',
  complexGateway: '请改用包容网关；“几人中有几人同意即可”用多人办理的完成条件（completionCondition）或会签',
  subProcess: '请把其中的环节直接画在主流程中；需要单独编号、单独计时的，发布为另一个事项，由处理人另行发起',
  eventSubProcess: exception,
  adHoc: '请改用会签（按钮 3）、加签，或多人办理（multiInstanceLoopCharacteristics）',
  callActivity:
    '请把被调用流程的环节画进本流程；需要单独办理的，发布为另一个事项，由处理人另行发起，办结后再继续',
  script:
    '本系统不运行脚本：给变量赋值用自动任务 portal:serviceTask（kind="setVariable"）或按钮的 portal:set，计算和判断请写成表单联动或连线的 FEEL 条件',
  decision: '请把规则写成排他网关之后连线的 FEEL 条件，所需的值由表单字段填写',
  service: code,
  listener:
    '请去掉监听器（本系统不运行程序）：处理人用 portal:candidate 填写，给变量赋值用按钮的 portal:set，发站内消息用自动任务 portal:serviceTask（kind="sendMessage"），办理记录由系统自动留存',
  skip: '请在环节之前加排他网关，用条件绕过；只在没有处理人时跳过的，用 emptyCandidates="skip"',
  variableMapping: '请删去映射：办理中的值由表单字段和按钮的 portal:set 给出，连线条件可以直接使用',
  taskType:
    '邮件、外部调用等任务请改为办理环节；发站内消息用自动任务 portal:serviceTask（kind="sendMessage"）',
  data: '办理中的数据请放在事项的表单中',
  instances: '多人办理只用于办理环节：请改为环节，用 portal:candidate 逐个列出处理人，或改用会签',
  completion: '请删去：每名处理人各办一份，全部办结或 completionCondition 成立时继续',
  loop: '请画一条回到前面环节的连线，由排他网关的条件决定是否再办；临时重办由处理人用“退回”',
  quantity: '请用并行网关分开和汇聚，每条分支各画一次',
  choreography: '请把各方的往来画成一个流程中的环节，用 portal:candidate 写明各方的机构、部门或岗位',
  artifact: '请删去，需要说明的写成文字注释',
} as const;

export type Replacement = keyof typeof replacements;

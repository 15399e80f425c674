import { EventEmitter } from 'node:events';
import { Engine } from 'bpmn-engine';

/** A start, user tasks in sequence and an end: the shape of our permit process as bpmn-engine understands it. */
const taskIds = ['preview', 'receive', 'accept', 'examine', 'review', 'decide', 'issue', 'archive'];

const flows = taskIds
  .map(
    (id, index) =>
      `<sequenceFlow id="to-${id}" sourceRef="${taskIds[index - 1] ?? 'start'}" targetRef="${id}"/>`,
  )
  .join('');

const source = `<?xml version="1.0" encoding="UTF-8"?>
<definitions id="permit" xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="bench">
<process id="application" isExecutable="true"><startEvent id="start"/>
${taskIds.map((id) => `<userTask id="${id}" name="${id}"/>`).join('')}<endEvent id="end"/>
${flows}<sequenceFlow id="to-end" sourceRef="archive" targetRef="end"/></process></definitions>`;

type State = Awaited<ReturnType<Engine['getState']>>;

/** Starts an instance that waits at its first task. */
export async function startInstance(variables: Record<string, unknown>): Promise<State> {
  const engine = new Engine({ name: 'application', source });
  const execution = await engine.execute({ listener: new EventEmitter(), variables });
  return execution.getState() as State;
}

/**
 * Recovers an instance, completes the waiting task, and returns the state after it; undefined if it has
 * ended.
 */
export async function completeTask(state: State, output: unknown): Promise<State | undefined> {
  const engine = new Engine({ name: 'application' }).recover(state);
  const execution = await engine.resume({ listener: new EventEmitter() });
  const [task] = execution.getPostponed();
  if (!task) return undefined;
  execution.signal({ id: task.id, output });
  return execution.getState() as State;
}

/** The number of tasks that an instance can complete while another one is still waiting. */
export const completionsOfInstance = taskIds.length - 1;

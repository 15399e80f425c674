import type { Log } from '#server/kernel/log/log.ts';
import { type Child, type ChildLimits, type ChildReply, startChild } from './child.ts';
import { FairQueue } from './fair-queue.ts';
import { createPlaces } from './places.ts';

/** Child processes that each answer one question at a time. */
export interface ChildPool<Question, Answer> {
  /**
   * Returns the answer, or the reason why there is none: the child was ended, and the next question gets
   * another. The questions of each person (a staff id, or the name of a job) are served in turn with those of
   * the others. Throws `TooManyWaiting`.
   */
  ask(question: Question, requester: string): Promise<ChildReply<Answer>>;
  /** Starts a child if there is none, and extends the idle time of one, because a question will soon come. */
  makeReady(): void;
  /** Ends the children; later and waiting questions are refused. */
  stop(): Promise<void>;
}

export interface ChildPoolOptions extends Partial<ChildLimits> {
  /** Number of questions that are processed at the same time. */
  children?: number;
  /** Number of questions of one person that may wait. */
  queueLimitPerPerson?: number;
  /** Idle time after which a child is ended, because it frees its memory only then. */
  endIdleMs?: number;
  /**
   * Number of questions after which a child is replaced, because some libraries never free all their memory.
   */
  questionsPerChild?: number;
  /** True to keep another child ready while one works, if the number of children allows it. */
  keepsSpare?: boolean;
  /** Arguments of the program. */
  args?: readonly string[];
  /** Log for ended children. */
  log?: Pick<Log, 'warn'> | undefined;
}

/** Error code by which the call is refused. */
export const queueFullCode = 'TOO_MANY_WAITING';

/** Thrown if too many questions of one person wait; the call is refused as too many requests. */
export class QueueFullError extends Error {
  override name = 'TooManyWaiting';
  readonly code = queueFullCode;
}

/**
 * Number of questions of one person that are processed at once in all pools, so that others get a processor.
 */
const perPersonInAll = 2;
const placesInAll = createPlaces();

const defaults = {
  children: 2,
  queueLimitPerPerson: 20,
  deadlineMs: 15_000,
  processorMs: undefined,
  maxHeapMb: 192,
  maxResidentMb: 1_000,
  endIdleMs: 180_000,
  questionsPerChild: 500,
  keepsSpare: false,
  args: [],
};

interface QueuedQuestion<Question, Answer> {
  question: Question;
  resolve: (outcome: ChildReply<Answer>) => void;
  reject: (error: Error) => void;
}

interface Member<Question, Answer> {
  child: Child<Question, Answer>;
  questions: number;
  end: NodeJS.Timeout | undefined;
}

const stoppedError = () => new Error('The process pool has been stopped');

/**
 * Runs a program in child processes. Whatever a question causes there (an endless loop, unlimited memory, a
 * crash of native code), only that child ends. One person never occupies all children of a pool that has more
 * than one.
 */
export function createChildPool<Question, Answer>(
  program: URL,
  options: ChildPoolOptions = {},
): ChildPool<Question, Answer> {
  const limits = { ...defaults, ...options };
  const perPerson = Math.max(1, limits.children - 1);
  const queue = new FairQueue<QueuedQuestion<Question, Answer>>();
  const places = createPlaces();
  const all = new Set<Member<Question, Answer>>();
  const idle: Member<Question, Answer>[] = [];
  let isStopped = false;
  const stopListening = placesInAll.onFree(serve);

  const mayBeServed = (requester: string) =>
    places.countOf(requester) < perPerson && placesInAll.countOf(requester) < perPersonInAll;

  function start(): Member<Question, Answer> {
    const member: (typeof idle)[number] = {
      child: startChild(program, limits.args, limits),
      questions: 0,
      end: undefined,
    };
    all.add(member);
    void member.child.exit.then(() => {
      clearTimeout(member.end);
      all.delete(member);
      if (idle.includes(member)) idle.splice(idle.indexOf(member), 1);
      serve();
    });
    return member;
  }

  function markIdle(member: Member<Question, Answer>): void {
    idle.push(member);
    member.end = setTimeout(() => endMember(member), limits.endIdleMs).unref();
  }

  /** Counts as one of the children until it has ended. */
  function endMember(member: Member<Question, Answer>): void {
    if (idle.includes(member)) idle.splice(idle.indexOf(member), 1);
    member.child.kill();
  }

  function serve(): void {
    while (!isStopped && (idle.length > 0 || all.size < limits.children)) {
      const next = queue.shift(mayBeServed);
      if (!next) return;
      const member = idle.pop() ?? start();
      clearTimeout(member.end);
      void work(member, next.item, next.requester);
      if (limits.keepsSpare && idle.length === 0 && all.size < limits.children) markIdle(start());
    }
  }

  async function work(
    member: Member<Question, Answer>,
    { question, resolve }: QueuedQuestion<Question, Answer>,
    requester: string,
  ): Promise<void> {
    places.acquire(requester);
    placesInAll.acquire(requester);
    const outcome = await member.child.ask(question);
    member.questions += 1;
    resolve(outcome);
    const mustBeReplaced = member.questions >= limits.questionsPerChild || usesTooMuchMemory(member.child);
    if ('over' in outcome || mustBeReplaced) endMember(member);
    else markIdle(member);
    if ('over' in outcome && !isStopped)
      limits.log?.warn(
        { over: outcome.over, args: limits.args },
        'A child process was ended over a question',
      );
    places.release(requester);
    placesInAll.release(requester);
  }

  /**
   * Checks whether a child has so much memory from earlier questions that it could exceed the limit of the
   * next.
   */
  function usesTooMuchMemory(child: Child<Question, Answer>): boolean {
    return child.residentBytes() > limits.maxResidentMb * 500_000;
  }

  return {
    ask(question, requester) {
      if (isStopped) return Promise.reject(stoppedError());
      if (queue.waitingOf(requester) >= limits.queueLimitPerPerson)
        return Promise.reject(new QueueFullError());
      return new Promise((resolve, reject) => {
        queue.push(requester, { question, resolve, reject });
        serve();
      });
    },
    makeReady() {
      const idleMember = idle.at(-1);
      if (idleMember) idleMember.end?.refresh();
      else if (!isStopped && all.size === 0) markIdle(start());
    },
    async stop() {
      isStopped = true;
      stopListening();
      for (const { reject } of queue.drain()) reject(stoppedError());
      for (const { child } of all) child.kill();
      await Promise.all([...all].map(({ child }) => child.exit));
    },
  };
}

import type { Log } from '#server/kernel/log/log.ts';
import { type Child, type ChildLimits, type ChildReply, startChild } from './child.ts';
import { FairQueue } from './fair-queue.ts';
import { createJobPermits } from './job-permits.ts';

/** Child processes that each do one job at a time. */
export interface ChildPool<Job, Answer> {
  /**
   * Does a job in a child process. Returns its answer, or the reason why there is none: then the child was ended,
   * and the next job gets another. The jobs of each person (a staff id, or the name of a background job) are done in
   * turn with those of the others. Throws `QueueFullError`.
   */
  run(job: Job, requester: string): Promise<ChildReply<Answer>>;
  /** Starts a child if there is none, and extends the idle time of one, because a job will soon come. */
  makeReady(): void;
  /** Ends the children; later and waiting jobs are refused. */
  stop(): Promise<void>;
}

export interface ChildPoolOptions extends Partial<ChildLimits> {
  /** Number of jobs that are done at the same time. */
  children?: number;
  /** Number of jobs of one person that may wait. */
  queueLimitPerPerson?: number;
  /** Idle time after which a child is ended, because it frees its memory only then. */
  idleTimeoutMs?: number;
  /**
   * Number of jobs after which a child is replaced, because some libraries never free all their memory.
   */
  jobsPerChild?: number;
  /** True to keep another child ready while one works, if the number of children allows it. */
  keepsSpare?: boolean;
  /** Arguments of the program. */
  args?: readonly string[];
  /** Log for ended children. */
  log?: Pick<Log, 'warn'> | undefined;
}

/** Error code by which the call is refused. */
export const queueFullCode = 'TOO_MANY_WAITING';

/** Thrown if too many jobs of one person wait; the call is refused as too many requests. */
export class QueueFullError extends Error {
  override name = 'TooManyWaiting';
  readonly code = queueFullCode;
}

/**
 * Number of jobs of one person that are done at once in all pools, so that others get a processor.
 */
const maxJobsPerPersonInAllPools = 2;
const permitsInAllPools = createJobPermits();

const defaults = {
  children: 2,
  queueLimitPerPerson: 20,
  deadlineMs: 15_000,
  processorMs: undefined,
  maxHeapMb: 192,
  maxResidentMb: 1_000,
  idleTimeoutMs: 180_000,
  jobsPerChild: 500,
  keepsSpare: false,
  args: [],
};

interface QueuedJob<Job, Answer> {
  job: Job;
  resolve: (outcome: ChildReply<Answer>) => void;
  reject: (error: Error) => void;
}

interface Member<Job, Answer> {
  child: Child<Job, Answer>;
  jobCount: number;
  idleTimer: NodeJS.Timeout | undefined;
}

const stoppedError = () => new Error('The process pool has been stopped');

/**
 * Runs a program in child processes. Whatever a job causes there (an endless loop, unlimited memory, a
 * crash of native code), only that child ends. One person never occupies all children of a pool that has more
 * than one.
 */
export function createChildPool<Job, Answer>(
  program: URL,
  options: ChildPoolOptions = {},
): ChildPool<Job, Answer> {
  const limits = { ...defaults, ...options };
  const maxJobsPerPerson = Math.max(1, limits.children - 1);
  const queue = new FairQueue<QueuedJob<Job, Answer>>();
  const permits = createJobPermits();
  const all = new Set<Member<Job, Answer>>();
  const idle: Member<Job, Answer>[] = [];
  let isStopped = false;
  const stopListening = permitsInAllPools.onRelease(serve);

  const mayBeServed = (requester: string) =>
    permits.countOf(requester) < maxJobsPerPerson &&
    permitsInAllPools.countOf(requester) < maxJobsPerPersonInAllPools;

  function start(): Member<Job, Answer> {
    const member: (typeof idle)[number] = {
      child: startChild(program, limits.args, limits),
      jobCount: 0,
      idleTimer: undefined,
    };
    all.add(member);
    void member.child.exit.then(() => {
      clearTimeout(member.idleTimer);
      all.delete(member);
      if (idle.includes(member)) idle.splice(idle.indexOf(member), 1);
      serve();
    });
    return member;
  }

  function markIdle(member: Member<Job, Answer>): void {
    idle.push(member);
    member.idleTimer = setTimeout(() => endMember(member), limits.idleTimeoutMs).unref();
  }

  /** Ends a child, which counts as one of the children until it has ended. */
  function endMember(member: Member<Job, Answer>): void {
    if (idle.includes(member)) idle.splice(idle.indexOf(member), 1);
    member.child.kill();
  }

  function serve(): void {
    while (!isStopped && (idle.length > 0 || all.size < limits.children)) {
      const next = queue.shift(mayBeServed);
      if (!next) return;
      const member = idle.pop() ?? start();
      clearTimeout(member.idleTimer);
      void work(member, next.item, next.requester);
      if (limits.keepsSpare && idle.length === 0 && all.size < limits.children) markIdle(start());
    }
  }

  async function work(
    member: Member<Job, Answer>,
    { job, resolve }: QueuedJob<Job, Answer>,
    requester: string,
  ): Promise<void> {
    permits.acquire(requester);
    permitsInAllPools.acquire(requester);
    const outcome = await member.child.run(job);
    member.jobCount += 1;
    resolve(outcome);
    const mustBeReplaced = member.jobCount >= limits.jobsPerChild || usesTooMuchMemory(member.child);
    if ('failure' in outcome || mustBeReplaced) endMember(member);
    else markIdle(member);
    if ('failure' in outcome && !isStopped)
      limits.log?.warn(
        { failure: outcome.failure, args: limits.args },
        'A child process was ended because of its job',
      );
    permits.release(requester);
    permitsInAllPools.release(requester);
  }

  /**
   * Checks whether a child still uses so much memory after earlier jobs that it could exceed its limit with the
   * next one.
   */
  function usesTooMuchMemory(child: Child<Job, Answer>): boolean {
    return child.residentBytes() > limits.maxResidentMb * 500_000;
  }

  return {
    run(job, requester) {
      if (isStopped) return Promise.reject(stoppedError());
      if (queue.countWaiting(requester) >= limits.queueLimitPerPerson)
        return Promise.reject(new QueueFullError());
      return new Promise((resolve, reject) => {
        queue.push(requester, { job, resolve, reject });
        serve();
      });
    },
    makeReady() {
      const idleMember = idle.at(-1);
      if (idleMember) idleMember.idleTimer?.refresh();
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

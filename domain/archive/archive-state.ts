/** States of an order on its way into the archive. */
export const ArchiveState = {
  waiting: 'waiting',
  running: 'running',
  kept: 'kept',
  failed: 'failed',
  /** Reopened after it was concluded: it returns when it is concluded anew. */
  reopened: 'reopened',
  /** Its packages were destroyed when their time was over (鉴定); the catalogue still names it. */
  destroyed: 'destroyed',
} as const;
export type ArchiveState = (typeof ArchiveState)[keyof typeof ArchiveState];

export const archiveStateLabel: Record<ArchiveState, string> = {
  waiting: '待归档',
  running: '归档中',
  kept: '已归档',
  failed: '归档失败',
  reopened: '重新办理中',
  destroyed: '已销毁',
};

/** Result of a check of a package's bytes. */
export const ArchiveFinding = { whole: 'whole', changed: 'changed', missing: 'missing' } as const;
export type ArchiveFinding = (typeof ArchiveFinding)[keyof typeof ArchiveFinding];

export const archiveFindingLabel: Record<ArchiveFinding, string> = {
  whole: '完好',
  changed: '内容已变动',
  missing: '文件缺失',
};

/** Use that a person made of a package: 利用方式. */
export const RetrievalKind = { look: 'look', download: 'download' } as const;
export type RetrievalKind = (typeof RetrievalKind)[keyof typeof RetrievalKind];

export const retrievalKindLabel: Record<RetrievalKind, string> = { look: '在线查阅', download: '下载' };

export const HandOverState = { prepared: 'prepared', done: 'done' } as const;
export type HandOverState = (typeof HandOverState)[keyof typeof HandOverState];

export const handOverStateLabel: Record<HandOverState, string> = { prepared: '待移交', done: '已移交' };

/** States of a list of entries to be destroyed (销毁清册). */
export const DestructionState = {
  /** It waits for a second person. */
  proposed: 'proposed',
  /** Its packages can no longer be opened; their bytes are going. */
  approved: 'approved',
  done: 'done',
  refused: 'refused',
} as const;
export type DestructionState = (typeof DestructionState)[keyof typeof DestructionState];

export const destructionStateLabel: Record<DestructionState, string> = {
  proposed: '待审批',
  approved: '正在销毁',
  done: '已销毁',
  refused: '已退回',
};

/** Bounds of the archive. */
export const archiveLimits = {
  /** A package that could not be made so often waits for the archivist. */
  tries: 3,
  nameLength: 60,
  purposeLength: 200,
  /** Entries that are appraised at once, and of one list of destruction. */
  appraisedAtOnce: 1000,
  /** Packages of one transfer. */
  handOverPackages: 1000,
  /** A package is looked at anew after so many days. */
  checkedEveryDays: 30,
} as const;

/** Of a 全宗号 and a 机构（问题）代码 (DA/T 13-2022), kept in capitals. */
export const archiveCode = /^[0-9A-Za-z]{1,12}$/;

/** An item of which nothing is set is kept thirty years, under 办件. */
export const itemAtFirst = { period: 'D30', department: 'BJ' } as const;

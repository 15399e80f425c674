/** States of an order in the archive process. */
export const ArchiveState = {
  waiting: 'waiting',
  running: 'running',
  kept: 'kept',
  failed: 'failed',
  /** The order was reopened after it was concluded; it is archived again when it is concluded again. */
  reopened: 'reopened',
  /** Its packages were destroyed after their retention period (鉴定); the catalogue still lists it. */
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

/** Ways of using a package (利用方式). */
export const UsageKind = { look: 'look', download: 'download' } as const;
export type UsageKind = (typeof UsageKind)[keyof typeof UsageKind];

export const usageKindLabel: Record<UsageKind, string> = { look: '在线查阅', download: '下载' };

export const HandOverState = { prepared: 'prepared', done: 'done' } as const;
export type HandOverState = (typeof HandOverState)[keyof typeof HandOverState];

export const handOverStateLabel: Record<HandOverState, string> = { prepared: '待移交', done: '已移交' };

/** States of a list of entries to be destroyed (销毁清册). */
export const DestructionState = {
  /** Waits for the approval of a second person. */
  proposed: 'proposed',
  /** Its packages can no longer be opened; their bytes are being deleted. */
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

/** Limits of the archive. */
export const archiveLimits = {
  /** Failed attempts to make a package before it waits for the archivist. */
  maxTries: 3,
  nameLength: 60,
  purposeLength: 200,
  /** Largest number of entries in one appraisal, and in one list of destruction. */
  maxEntriesPerAppraisal: 1000,
  /** Largest number of packages in one transfer. */
  maxPackagesPerTransfer: 1000,
  /** Days after which a package is checked again. */
  checkIntervalDays: 30,
} as const;

/** Pattern of a 全宗号 and a 机构（问题）代码 (DA/T 13-2022), stored in capitals. */
export const archiveCode = /^[0-9A-Za-z]{1,12}$/;

/** Default settings of an item: kept for thirty years, department code 办件. */
export const defaultArchiveItem = { period: 'D30', department: 'BJ' } as const;

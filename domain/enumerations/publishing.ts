import { hasCode } from './code-list.ts';

/** State of a published thing such as a process or form version (S2 Enumerations; the codes are ours). */
export const PublishStatus = {
  pendingRelease: 'pending-release',
  released: 'released',
  offline: 'offline',
  pendingAudit: 'pending-audit',
  expired: 'expired',
} as const;
export type PublishStatus = (typeof PublishStatus)[keyof typeof PublishStatus];

export const publishStatusLabel: Record<PublishStatus, string> = {
  [PublishStatus.pendingRelease]: '待发布',
  [PublishStatus.released]: '已发布',
  [PublishStatus.offline]: '已下线',
  [PublishStatus.pendingAudit]: '待审核',
  [PublishStatus.expired]: '已失效',
};

export function isPublishStatus(value: unknown): value is PublishStatus {
  return hasCode(PublishStatus, value);
}

/** Whether something has been set up; the specification names the list without its values, these are ours (S2 Enumerations). */
export const ConfigStatus = {
  toConfigure: 'to-configure',
  configured: 'configured',
} as const;
export type ConfigStatus = (typeof ConfigStatus)[keyof typeof ConfigStatus];

export const configStatusLabel: Record<ConfigStatus, string> = {
  [ConfigStatus.toConfigure]: '待配置',
  [ConfigStatus.configured]: '已配置',
};

export function isConfigStatus(value: unknown): value is ConfigStatus {
  return hasCode(ConfigStatus, value);
}

/** Whether a business item can be started (S2 Enumerations; the codes are ours). */
export const MatterStatus = {
  toConfigure: 'to-configure',
  configuring: 'configuring',
  doable: 'doable',
  notDoable: 'not-doable',
  takenDown: 'taken-down',
} as const;
export type MatterStatus = (typeof MatterStatus)[keyof typeof MatterStatus];

export const matterStatusLabel: Record<MatterStatus, string> = {
  [MatterStatus.toConfigure]: '待配置',
  [MatterStatus.configuring]: '配置中',
  [MatterStatus.doable]: '已发布可办理',
  [MatterStatus.notDoable]: '已发布不可办理',
  [MatterStatus.takenDown]: '已下架',
};

export function isMatterStatus(value: unknown): value is MatterStatus {
  return hasCode(MatterStatus, value);
}

/** State of an article (S2 Enumerations; the codes are ours). */
export const ContentStatus = {
  draft: 'draft',
  auditFailed: 'audit-failed',
  pendingAudit: 'pending-audit',
  published: 'published',
  takenDown: 'taken-down',
} as const;
export type ContentStatus = (typeof ContentStatus)[keyof typeof ContentStatus];

export const contentStatusLabel: Record<ContentStatus, string> = {
  [ContentStatus.draft]: '草稿',
  [ContentStatus.auditFailed]: '审核不通过',
  [ContentStatus.pendingAudit]: '待审核',
  [ContentStatus.published]: '已发布',
  [ContentStatus.takenDown]: '已下架',
};

export function isContentStatus(value: unknown): value is ContentStatus {
  return hasCode(ContentStatus, value);
}

/** Whether something is out (S2 Enumerations; the codes are ours). */
export const Publication = {
  pending: 'pending',
  published: 'published',
} as const;
export type Publication = (typeof Publication)[keyof typeof Publication];

export const publicationLabel: Record<Publication, string> = {
  [Publication.pending]: '待发布',
  [Publication.published]: '已发布',
};

export function isPublication(value: unknown): value is Publication {
  return hasCode(Publication, value);
}

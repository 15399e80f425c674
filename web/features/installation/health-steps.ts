/**
 * A step that solves a problem: a text, with a command if it is done on the server, and a section of the operator
 * guide.
 */
export interface Step {
  text: string;
  /** Command to type on the server. */
  command?: string;
  /** A heading of docs/operator-guide.zh-CN.md. */
  guide: string;
}

/** Returns the address of a section of the operator guide. */
export const addressOfGuide = (heading: string) => `/help?book=operator#${encodeURIComponent(heading)}`;

const backlog: Step = {
  text: '积压会自行减少；一直增加时，在服务器日志中按任务查找原因，排除后重新启动。',
  command: 'journalctl -u banjian -p warning',
  guide: '运行状态',
};
const outsideSystem: Step = {
  text: '在“消息渠道”中看服务商的答复，确认密钥、余额和网络，再重新发送。',
  guide: '消息渠道',
};

/** One step for each kind of problem. The commands match the samples in `deploy/`. */
export const healthSteps = {
  silent: {
    text: '检查 PostgreSQL 是否在运行、网络是否通。数据库恢复后本系统自动恢复，不必重启。',
    command: 'npm run doctor',
    guide: '运行状态',
  },
  cannotStore: {
    text: '立即扩大数据库和数据目录所在的磁盘，或移走不属于本系统的文件。能够保存时即自动恢复，不必重启。',
    command: 'df -h',
    guide: '数据放在哪里',
  },
  filesAway: {
    text: '检查文件存储（S3）是否在运行、网络是否通，密钥、桶和权限有没有变；能够访问时即自动恢复，不必重启。',
    command: 'npm run doctor',
    guide: '上传的文件',
  },
  diskFull: {
    text: '扩大磁盘，或移走不属于本系统的文件；数据目录中的文件不能手工删除。空间够了即自动恢复，不必重启。',
    command: 'df -h',
    guide: '上传的文件',
  },
  diskLow: {
    text: '在用完之前扩大磁盘，或移走不属于本系统的文件；这两个目录中的文件不能手工删除。',
    command: 'df -h',
    guide: '数据放在哪里',
  },
  poolWaiting: {
    text: '短时间出现可不处理；持续出现时增大 DATABASE_CONNECTIONS，总数不能超过数据库的上限。',
    guide: '使用已有的数据库',
  },
  turnDelay: {
    text: '处理器不够用：减少同一台机器上的其他程序，或增加一台服务器。',
    command: 'top',
    guide: '使用已有的数据库',
  },
  certificate: {
    text: '向签发机构换发证书，用新文件替换 PDF_SIGN_P12 所指的文件，再重新启动。',
    guide: '文书',
  },
  simulators: {
    text: '在服务器的设置中填写服务商，再重新启动；设置的名称在下面“安装”中，指针停在该系统上即显示。',
    guide: '安装和启动',
  },
  auditBroken: {
    text: '不要改动数据库。在服务器上核对，逐条列出改动之处，连同结果报告审计管理员。',
    command: 'npm run audit:verify',
    guide: '审计',
  },
  auditLate: {
    text: '每天夜里自动核对一次。在服务器日志中查找 audit.verify，排除原因后由审计管理员重新核对。',
    command: 'journalctl -u banjian -p warning',
    guide: '审计',
  },
  anchorsLost: {
    text: '误用了旧的备库或快照的，立即停止本系统，换回原来的数据库。有意恢复的，由审计管理员核对审计记录并确认。',
    command: 'npm run doctor',
    guide: '审计',
  },
  noServer: {
    text: '没有服务器执行后台任务，提醒、导出和归档均已停止。查看服务是否在运行，必要时重新启动。',
    command: 'systemctl status banjian',
    guide: '不用 npm 启动，作为系统服务',
  },
  backlog,
  outbound: outsideSystem,
  outboundDead: outsideSystem,
  failedJobs: {
    text: '按下面“后台任务”中的任务，在服务器日志中查原因，排除后点“重试”，或等它自动重试。',
    command: 'journalctl -u banjian -p warning',
    guide: '日志',
  },
  anchor: {
    text: '检查审计目录能否写入、所在磁盘是否已满。',
    command: 'npm run doctor',
    guide: '审计',
  },
  check: {
    text: '改好后自动消失；要立即复查，可再做一次安装检查。',
    command: 'npm run doctor',
    guide: '检查安装',
  },
  noBackup: {
    text: '在服务器上做第一次备份，密钥另存一处；然后启用每天自动备份。',
    command: 'npm run backup -- 备份目录 --keys 密钥目录',
    guide: '备份与恢复',
  },
  oldBackup: {
    text: '查看自动备份为什么没有做，并立即补做一次。',
    command: 'npm run backup -- 备份目录 --keep 14',
    guide: '备份与恢复',
  },
} satisfies Record<string, Step>;

export type HealthFindingKind = keyof typeof healthSteps;

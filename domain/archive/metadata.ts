import { writeXml, type XmlElement } from '../texts/xml.ts';
import { ArchiveFileKind, type ArchiveRecord, archiveNumber, retentionLabel } from './archive-record.ts';

/** Program that made a package, and the time of making. */
export interface ArchiveGenerator {
  /** Time in ISO 8601 with its time zone. */
  createdAt: string;
  /** 文档创建程序, such as `办件通 0.1.0`. */
  program: string;
}

/**
 * Returns the metadata of an order after DA/T 46-2009 in the envelope of DA/T 48-2009 (电子文件封装包). The files
 * are in the same package; 编码数据 contains their path and digest instead of their bytes.
 */
export function metadataXml(record: ArchiveRecord, generator: ArchiveGenerator): string {
  const people = peopleOf(record);
  return writeXml([
    '电子文件封装包',
    [
      [
        '封装包格式描述',
        '本封装包根据中华人民共和国档案行业标准DA/T 48-2009《基于XML的电子文件封装规范》组织，文件数据以路径和摘要引用',
      ],
      ['版本', '2009'],
      [
        '被签名对象',
        [
          ['封装包类型', '原始型'],
          ['封装包创建时间', generator.createdAt],
          ['封装包创建单位', record.unit],
          [
            '封装内容',
            [
              ['文件实体块', [fileEntity(record, generator)]],
              ['业务实体块', record.trace.map((step, index) => businessEntity(step, index, people))],
              ['机构人员实体块', people.map(personEntity)],
            ],
          ],
        ],
        { eep版本: '2009' },
      ],
    ],
  ]);
}

const fileEntityId = 'F1';

function fileEntity(record: ArchiveRecord, { program }: ArchiveGenerator): XmlElement {
  const { place, files } = record;
  return [
    '文件实体',
    [
      ['文件标识符', fileEntityId],
      ['聚合层次', '件'],
      [
        '来源',
        [
          ['全宗名称', record.fondsName],
          ['立档单位名称', record.unit],
        ],
      ],
      ['电子文件号', record.code],
      [
        '档号',
        [
          ['档号值', archiveNumber(place)],
          ['全宗号', place.fonds],
          ['年度', String(place.year)],
          ['保管期限', retentionLabel[place.period]],
          ['机构或问题', place.department],
          ['室编件号', String(place.item)],
        ],
      ],
      [
        '内容描述',
        [
          ['题名', record.title],
          ['主题词', record.item],
          ['文件编号', record.code],
          ['责任者', record.unit],
          ['日期', record.concludedOn],
          ['文种', '办件'],
          record.urgency === '' ? undefined : ['紧急程度', record.urgency],
        ],
      ],
      [
        '形式特征',
        [
          ['文件组合类型', '组合文件'],
          ['件数', String(files.length)],
          ['语种', '汉语'],
          ['稿本', '正本'],
        ],
      ],
      [
        '文件数据',
        files.map(
          (file, index): XmlElement => [
            '文档',
            [
              ['文档标识符', `D${index + 1}`],
              ['文档序号', String(index + 1)],
              ['文档主从声明', file.kind === ArchiveFileKind.document ? '主文档' : '附属文档'],
              ['题名', file.title],
              [
                '文档数据',
                [
                  [
                    '编码',
                    [
                      [
                        '电子属性',
                        [
                          ['格式信息', file.contentType],
                          ['计算机文件名', file.path],
                          ['计算机文件大小', String(file.size)],
                          ['文档创建程序', file.kind === ArchiveFileKind.document ? program : '外部来源'],
                        ],
                      ],
                      ['编码描述', '文件数据以路径引用'],
                      ['编码数据', '', { 引用: file.path, 摘要算法: 'SHA-256', 摘要值: file.sha256 }],
                    ],
                  ],
                ],
              ],
            ],
          ],
        ),
      ],
    ],
  ];
}

interface Person {
  name: string;
  unit: string;
}

function businessEntity(
  step: ArchiveRecord['trace'][number],
  index: number,
  people: readonly Person[],
): XmlElement {
  const by = people.findIndex(({ name, unit }) => name === step.by && unit === step.unit);
  return [
    '业务实体',
    [
      ['业务标识符', `B${index + 1}`],
      by < 0 ? undefined : ['机构人员标识符', `P${by + 1}`],
      ['文件标识符', fileEntityId],
      ['业务状态', '历史业务'],
      ['业务行为', [step.node, step.action].filter((text) => text !== '').join('：')],
      ['行为时间', step.at],
      step.opinion === '' ? undefined : ['行为描述', step.opinion],
    ],
  ];
}

function personEntity({ name, unit }: Person, index: number): XmlElement {
  return [
    '机构人员实体',
    [
      ['机构人员标识符', `P${index + 1}`],
      ['机构人员类型', '个人'],
      ['机构人员名称', name],
      unit === '' ? undefined : ['所在机构', unit],
    ],
  ];
}

/** Returns every person who acted, once each, in the order of time. */
function peopleOf({ trace }: ArchiveRecord): Person[] {
  const people: Person[] = [];
  for (const { by, unit } of trace) {
    if (by !== '' && !people.some((person) => person.name === by && person.unit === unit)) {
      people.push({ name: by, unit });
    }
  }
  return people;
}

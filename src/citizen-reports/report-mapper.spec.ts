import type { CreateReportDto } from './dto/create-report.dto';
import { changedAttributes, newReport } from './report-mapper';

const NOW = new Date('2026-11-21T10:30:00.000Z');
const NOW_ATTRIBUTE = {
  type: 'Property',
  value: { '@type': 'DateTime', '@value': '2026-11-21T10:30:00.000Z' },
};

const LEAST: CreateReportDto = {
  description: 'Nắp cống vỡ trước số 40 Lê Lợi, xe máy dễ sụp bánh.',
  location: { type: 'Point', coordinates: { 0: 106.7009, 1: 10.7756 } },
};

describe('newReport', () => {
  it('makes a pending report of what is required', () => {
    expect(newReport(LEAST, NOW)).toEqual({
      id: expect.stringMatching(
        /^urn:ngsi-ld:CitizenReport:[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      ) as string,
      type: 'CitizenReport',
      description: { type: 'Property', value: 'Nắp cống vỡ trước số 40 Lê Lợi, xe máy dễ sụp bánh.' },
      location: { type: 'GeoProperty', value: { type: 'Point', coordinates: [106.7009, 10.7756] } },
      status: { type: 'Property', value: 'pending' },
      dateCreated: NOW_ATTRIBUTE,
      dateModified: NOW_ATTRIBUTE,
    });
  });

  it('takes over what is optional', () => {
    const optional = {
      title: 'Nắp cống vỡ',
      category: 'road_damage',
      reportedBy: 'Trần Văn Bình',
      images: ['https://images.example.org/manhole.jpg'],
      address: '40 Lê Lợi',
    } as const;
    const report = newReport({ ...LEAST, ...optional, images: [...optional.images] }, NOW);
    for (const [name, value] of Object.entries(optional)) {
      expect(report[name]).toEqual({ type: 'Property', value });
    }
  });

  it('takes a list without images for none', () => {
    expect(newReport({ ...LEAST, images: [] }, NOW)).not.toHaveProperty('images');
  });

  it('gives every report an id of its own', () => {
    expect(newReport(LEAST, NOW).id).not.toBe(newReport(LEAST, NOW).id);
  });
});

describe('changedAttributes', () => {
  it('sets what the update names, and when', () => {
    expect(changedAttributes({ status: 'acknowledged', notes: 'Seen on site.' }, NOW)).toEqual({
      status: { type: 'Property', value: 'acknowledged' },
      notes: { type: 'Property', value: 'Seen on site.' },
      dateModified: NOW_ATTRIBUTE,
    });
  });
});

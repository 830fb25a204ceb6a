import { ApiProperty } from '@nestjs/swagger';
import { Nested } from '../../common/validation/nested';
import { MayBeMissing, Required } from '../../common/validation/rule';
import { ImageUrls } from './image-urls';
import { PointDto } from './point.dto';
import { ReportCategory } from './report-category';
import { ReportText } from './report-text';

/** A problem as a citizen reports it. */
export class CreateReportDto {
  /** What is wrong, in any language. */
  @ReportText(4000, { example: 'Đèn đường trước cổng trường không sáng ba hôm nay, buổi tối rất nguy hiểm.' })
  @Required()
  description!: string;

  /** Where it is. */
  @Nested(PointDto, 'must be a GeoJSON Point')
  @Required()
  @ApiProperty({ type: PointDto })
  location!: PointDto;

  /** A short name for it. */
  @ReportText(200, { required: false, example: 'Đèn đường hỏng' })
  @MayBeMissing()
  title?: string;

  /** What it is about; when it is not given, the service finds out. */
  @ReportCategory()
  @MayBeMissing()
  category?: string;

  /** Who reports it, in free text. Of a caller who is known it is the id of the account, whatever is given here. */
  @ReportText(200, { required: false, example: 'Nguyễn Thị Mai' })
  @MayBeMissing()
  reportedBy?: string;

  /** Addresses of pictures of it. */
  @ImageUrls()
  @MayBeMissing()
  images?: string[];

  /** The place in words. */
  @ReportText(500, { required: false, example: '12 Nguyễn Huệ, Quận 1, Thành phố Hồ Chí Minh' })
  @MayBeMissing()
  address?: string;
}

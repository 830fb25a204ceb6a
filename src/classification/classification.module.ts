import { Module } from '@nestjs/common';
import { CitizenReportsModule } from '../citizen-reports/citizen-reports.module';
import { classifierOf, Environment } from '../config/environment';
import { ClassifierController } from './administration/classifier.controller';
import { AutomaticClassification } from './automatic/automatic-classification.service';
import { UnclassifiedReports } from './automatic/unclassified-reports.service';
import { ClassificationController } from './classification.controller';
import { ClassificationService } from './classification.service';
import { chosenClassifier } from './classifier-choice';
import { ClassifierTraining } from './corrections/classifier-training.service';
import { CorrectionsModule } from './corrections/corrections.module';
import { EmbeddedClassifier } from './embedded/embedded.classifier';
import { PriorityModule } from './priority/priority.module';
import { ShadowComparison } from './shadow/shadow-comparison.service';
import { NearbyReports } from './similar/nearby-reports.service';
import { CategoriesController } from './taxonomy/categories.controller';
import { Taxonomy } from './taxonomy/taxonomy';
import { TextClassifier } from './text-classifier';

/** What reports are about, and how urgent they are. */
@Module({
  imports: [CitizenReportsModule, CorrectionsModule, PriorityModule],
  controllers: [ClassificationController, CategoriesController, ClassifierController],
  providers: [
    EmbeddedClassifier,
    {
      provide: TextClassifier,
      inject: [Environment, Taxonomy, EmbeddedClassifier],
      useFactory: (environment: Environment, taxonomy: Taxonomy, embedded: EmbeddedClassifier) =>
        chosenClassifier(classifierOf(environment), environment, taxonomy, embedded),
    },
    {
      provide: ShadowComparison,
      inject: [Environment, Taxonomy, EmbeddedClassifier],
      useFactory: (environment: Environment, taxonomy: Taxonomy, embedded: EmbeddedClassifier) => {
        const { CLASSIFIER_SHADOW: kind } = environment;
        return new ShadowComparison(kind && chosenClassifier(kind, environment, taxonomy, embedded));
      },
    },
    ClassifierTraining,
    NearbyReports,
    ClassificationService,
    UnclassifiedReports,
    AutomaticClassification,
  ],
})
export class ClassificationModule {}

//! The codes of all findings: one row each, from which `explain`, the documentation and SARIF's
//! rule list are generated.

use super::Severity;
use std::fmt;
use std::str::FromStr;

macro_rules! codes {
    ($($variant:ident $id:literal $severity:ident $($pedantic:ident)? $title:literal $text:literal)*) => {
        /// The stable name of a kind of finding.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = $title] $variant,)*
        }

        impl Code {
            /// Every code, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Returns the name that users see: kebab-case, its first word the group.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$variant => $id),* }
            }

            /// Returns the default severity of findings of this kind.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity),* }
            }

            /// Returns `true` if findings of this kind are only shown on request: habits of servers
            /// and programs that aren't errors.
            #[must_use]
            pub const fn is_pedantic(self) -> bool {
                match self { $(Self::$variant => false $(|| stringify!($pedantic).len() > 0)?),* }
            }

            /// Returns the title, in a few words: the rule of the game that is broken, or what is wrong with the file.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title),* }
            }

            /// Returns the explanation: paragraphs of plain text, without the title.
            #[must_use]
            pub const fn explanation(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }
        }
    };
}

codes! {
    // The file itself.
    SourceUnreadable "source-unreadable" Error
        "the file cannot be read"
        "The operating system refused to open or read the file; its own reason is quoted."
    SourceNotARecord "source-not-a-record" Error
        "the file contains no match record"
        "Nothing in the file looks like a match in any of the formats that barpoint reads (`barpoint formats` lists them). In a folder, such files are skipped unless they have the extension of a record."
    SourceControlCharacter "source-control-character" Error
        "the record contains a control character"
        "The record contains a NUL byte or another control character, which often means that a transfer damaged the file. It is read as a blank."
    SourceEncoding "source-encoding" Note pedantic
        "the record isn't plain UTF-8"
        "The file has a byte order mark, is UTF-16, or isn't valid UTF-8 and was read as Windows-1252. Nothing is lost, but other programs may misread names."

    // Records of any format but .mat.
    RecordSyntax "record-syntax" Error
        "the text doesn't follow the format's grammar"
        "The text at this place isn't what the format expects. The text before and after it is read as far as possible."
    RecordTruncated "record-truncated" Error
        "the record is cut off"
        "The record stops in the middle: a bracket, a line or a block of bytes has no end. What comes before the break is read."
    RecordValue "record-value" Error
        "a field has an invalid value"
        "A field of the record has a value that is impossible or can't be read. The rest of the record is read without it."
    RecordUnknown "record-unknown" Warning
        "part of the record isn't understood"
        "Something in the record isn't understood. The replay ignores it; conversions keep it if the format can."
    RecordChecksum "record-checksum" Warning
        "the checksum doesn't match the content"
        "The checksum in the file doesn't match its content: the file was damaged or changed."
    RecordLimit "record-limit" Error
        "the record exceeds a limit"
        "Something in the file is larger or nested deeper than any real record needs. It isn't read, so that a damaged or hostile file can't use up memory or time."
    PositionInvalid "position-invalid" Error
        "the record sets an impossible position"
        "A position set in the record has too many checkers, both sides on one point, impossible dice or an impossible cube. It is left out; what depends on it can't be checked. In a list of IDs, an impossible cube that GNU Backgammon reads is only noted, and read as stated: a turned cube without an owner, an owned cube of 1, or a cube above its own limit."

    // The frame of a .mat file.
    MatLengthMissing "mat-length-missing" Error
        "the match length, `N point match`, is missing"
        "A .mat record states the length of the match (0 for a money session) before its first game. Without it neither the end of the match nor the Crawford game is known; the record is replayed as a money session."
    MatLengthInvalid "mat-length-invalid" Error
        "the match length is invalid or repeated"
        "The line `N point match` must contain a whole number from 0 (a money session) to 32767. It occurs once, before the first game."
    MatGameMissing "mat-game-missing" Error
        "the line `Game N` is missing"
        "There is a match length but no line `Game N` follows it, or a game begins without that line: with the names and scores, or with a row."
    MatGameNumber "mat-game-number" Error
        "the game has the wrong number"
        "The number after `Game` isn't a positive number, or doesn't follow the number of the game before: a game is missing, doubled, or out of order. The first game of a file may have any positive number."
    MatScoreLine "mat-score-line" Error
        "the line with the names and scores is missing or unreadable"
        "The line after `Game N` is `name : score   name : score`. It is missing, joined to another line, broken in two, or can't be read."
    MatRowNumber "mat-row-number" Error
        "the row has the wrong number"
        "A row's number isn't one more than that of the row before: a row is missing, doubled or out of order; or the number isn't written with a bracket, `4)`. Rows that contain only a result may skip numbers, as Backgammon Studio's do."
    MatRowUnreadable "mat-row-unreadable" Error
        "the line can't be read: expected a row of cells, a comment or a result"
        "A line between the rows of a game isn't understood, or continues the row above it. It is kept in the record, and the replay continues after it."
    MatCellUnreadable "mat-cell-unreadable" Error
        "the cell can't be read: expected dice and a play, a cube action or a result"
        "A cell of a row isn't understood, is written in other words, or isn't separated from the cell before it."
    MatDice "mat-dice" Error
        "the dice aren't two digits from 1 to 6"
        "A roll contains a digit that isn't on a die."
    MatPlayNotation "mat-play-notation" Error
        "the play isn't written as pairs of points, `13/7`"
        "The text after the dice isn't a play: a point doesn't exist, a pair is incomplete, or a character isn't allowed there. Points are 1 to 24, the bar is `25` or `bar`, off is `0` or `off`; `(2)` to `(4)` repeat a pair."
    MatPlayDash "mat-play-dash" Error
        "the play is written with dashes instead of slashes"
        "`13-7` is the notation of FIBS; a .mat file has `13/7`. The play is understood as if it were written with slashes."
    MatPlayBracket "mat-play-bracket" Warning
        "a bracket of the play isn't one of a pair"
        "The play has a `)` without a `(`, or a `(2` without a `)`. It is understood as if the first weren't there and the second were closed."
    MatColumn "mat-column" Error
        "the cell is in the wrong player's column"
        "The players take turns, and each has a column. A cell is in the other player's column, or a cell between two others is empty."
    MatTextAfterRow "mat-text-after-row" Error
        "unexpected text follows the cells of a row"
        "There is text after the right cell that isn't understood."
    MatHeader "mat-header" Note pedantic
        "the header isn't written `; [Key \"Value\"]`"
        "A line that begins like a header isn't complete. It is kept as a comment."
    MatNameEmpty "mat-name-empty" Note pedantic
        "a player's name is empty"
        "A name is empty: Backgammon Galaxy writes this for a deleted account. GNU Backgammon crashes on such files."

    // Checker plays.
    PlayNoChecker "play-no-checker" Error
        "a play must move the mover's own checkers"
        "The mover has no checker on the point where the step starts, or an earlier step of the play has already moved it."
    PlayBlocked "play-blocked-point" Error
        "a checker may not land on a point held by two or more opposing checkers"
        "A checker that is moved with both dice also lands after the first die. Each point where it lands must be empty, or contain the mover's checkers or one opposing checker."
    PlayBar "play-bar-first" Error
        "a checker on the bar must enter before any other moves"
        "As long as the mover has a checker on the bar, no other checker may move."
    PlayBearOffEarly "play-bear-off-early" Error
        "no checker may be borne off before all are in the home board"
        "Bearing off is only allowed while all the mover's checkers are on the points 1 to 6 (or already off) at that moment of the play."
    PlayBearOffHigher "play-bear-off-higher" Error
        "a die larger than needed may bear off only the rearmost checker"
        "With a die that is larger than the number of the point, a checker may be borne off only if no checker is on a higher point."
    PlayWrongPips "play-wrong-pips" Error
        "a checker must move by the number on a die"
        "A step's distance isn't that of a die of the roll that is still to be played, nor a sum of such dice over open points."
    PlayBackwards "play-backwards" Error
        "checkers must move from high points to low ones"
        "A step goes backwards or stays where it is. Each player numbers the points from their own side: checkers move from the 24-point down to the 1-point and off."
    PlayTooMany "play-too-many" Error
        "a play may have only one step for each die, four for a doublet"
        "More steps are written than the roll allows. A leg that takes both dice is two steps: `31: 8/4 6/5` has three."
    PlayIncomplete "play-incomplete" Error
        "both dice must be played if that is possible"
        "The play uses fewer dice than some legal play does. A player must use both dice (or as many of the four of a doublet as possible)."
    PlayLargerDie "play-larger-die" Error
        "if either die can be played but not both, the larger must be"
        "Once either die is played, the other has no legal play. Then the larger die must be played; the smaller one is legal only if the larger one can't be played."
    PlayMissing "play-missing" Error
        "a player who can move must move"
        "The record has dice and no play, or states that no play is possible, but there are legal plays."
    PlayOmittedForced "play-omitted-forced" Warning
        "a play that was forced is left out"
        "The record has dice and no play, and there is exactly one legal play. The replay assumes that it was made."
    PlayHidden "play-hidden" Warning
        "a play is hidden and the game continues"
        "`????` stands for a play that the record hides; the position after it isn't known."
    PlayDeclaredIllegal "play-declared-illegal" Warning
        "the record declares a play illegal"
        "The record itself states that an illegal play was made and not challenged. It can't be proven; what follows is replayed from the position that the record states."
    PlayAmbiguous "play-ambiguous" Error
        "a play must name its intermediate points if they matter"
        "The written play can be made in two ways, each of which hits a different blot on the way. Write the intermediate point: `13/10*/8`. If one of the ways hits nothing, that one is assumed."
    PlayHitMark "play-hit-mark" Warning
        "a hit is marked where none happens"
        "`*` marks a hit, but there is no opposing blot on that point. Either the mark is wrong or an earlier play is."
    PlayHitUnmarked "play-hit-unmarked" Note pedantic
        "a hit isn't marked"
        "A checker is hit but no `*` follows the play. Most servers never mark hits."
    PlayCondoned "play-condoned" Warning
        "an illegal play was condoned by the opponent's next action"
        "Under `--rules face-to-face` an illegal play counts once the opponent has rolled or doubled. The same holds for a turn that the record declares impossible (`Cannot Move`) although there is a legal play."

    // Dice and turns.
    DiceOpeningDoublet "dice-opening-doublet" Error
        "a game may not open with a doublet"
        "For the opening each player rolls one die, and equal dice are rolled again; so the first roll of a game can't be a doublet."
    TurnWrongSide "turn-wrong-side" Error
        "the players must take turns"
        "A player acts twice in a row, or out of turn."
    TurnAfterEnd "turn-after-end" Error
        "nothing may follow the end of a game"
        "The game is over (a side has borne off all checkers, a double was passed, or the record states a result), but another action follows."
    TurnUnanswered "turn-unanswered-double" Error
        "a double must be taken or passed before the game continues"
        "After an offer of the cube the opponent must take, pass or beaver; nothing else can happen before."

    // The cube.
    CubeWrongValue "cube-wrong-value" Error
        "a double must double the value of the cube"
        "The value written isn't twice the current value of the cube."
    CubeNotOwner "cube-not-owner" Error
        "only the owner of the cube may double"
        "The opponent owns the cube: the player who took the last double owns it."
    CubeCrawford "cube-crawford" Error
        "doubling is not allowed in the Crawford game"
        "The first game in which exactly one player is one point away from winning the match is the Crawford game. It is played without the cube (unless the match is played without the Crawford rule). If the record begins with that score, this is a warning, as an earlier, unrecorded game may have been the Crawford game."
    CubeDead "cube-dead" Error
        "a player whose current cube wins the match may not double"
        "The doubler's score plus the current value of the cube reaches the match length: the double can gain nothing, and barpoint treats it as illegal whatever the opponent's score."
    CubeFirstTurn "cube-first-turn" Error
        "doubling is not allowed before the opening roll"
        "The opening roll is also the first player's roll, so the earliest double is the second player's."
    CubeAfterRoll "cube-after-roll" Error
        "a player must double before rolling"
        "A player may double only on their own turn, before rolling the dice."
    CubeNoDouble "cube-no-double" Error
        "there is no double to take or to pass"
        "Taking, passing and beavering answer a double; none was offered."
    CubeBeaver "cube-beaver" Error
        "a beaver isn't allowed here"
        "An immediate redouble by the taker (a beaver) isn't allowed in matches, nor in sessions played without beavers."
    CubeBeaverLimit "cube-beaver-limit" Error
        "the number of beavers and raccoons is limited"
        "The rules of the session limit the number of immediate redoubles of one double."
    CubeLimit "cube-limit" Error
        "the cube may not go beyond its limit"
        "The rules of the match limit the value of the cube, or the value exceeds 32768."
    CubeNotInUse "cube-not-in-use" Error
        "the match is played without a cube"
        "The rules of the match exclude the cube."

    // Results and scores.
    ScoreResult "score-result" Error
        "the result must be that of the game"
        "The points after `Wins` aren't the value of the game: the cube times one, two for a gammon, three for a backgammon (under the Jacoby rule gammons count only once the cube was turned)."
    ScoreWinner "score-winner" Error
        "the result must name the player who won"
        "The result is in the wrong player's column, or names a winner whom the game contradicts."
    ScoreResultUnproven "score-result-unproven" Warning
        "the result isn't one that the game can have"
        "The game ends by resignation, forfeit or time-out with a number of points that isn't a single, gammon or backgammon at the current cube value, or with a gammon although the loser has borne off a checker. Only the record states it; the game doesn't show it."
    ScoreCapped "score-capped" Note pedantic
        "a result is cut to the points that the winner needed"
        "Some servers write only the points that the winner still needed for the match."
    ScoreContradiction "score-contradiction" Error
        "the score must be the sum of the results"
        "The score at the head of a game isn't the previous game's score plus its result."
    ScoreNegative "score-negative" Error
        "a score may not be negative"
        "The score at the head of a game is a negative number, or no number."
    ScoreOver "score-over" Error
        "no game may follow once the match is won"
        "A player has already reached the match length at the head of this game."
    ScoreCrawford "score-crawford" Error
        "the Crawford game must be the first one in which exactly one player is 1-away"
        "The record marks this game as the Crawford game, or as not the Crawford game, and the score contradicts that. The replay uses the score. At 0-0, the word in match text means only that the Crawford rule applies."
    ScoreStart "score-start" Note
        "the record begins in the middle of a match"
        "The first game doesn't start at 0-0: earlier games aren't in the record, so its score is taken as given."
    ScoreMatchClaim "score-match-claim" Error
        "a match is won only when the match length is reached"
        "`and the match` follows a result that doesn't win the match."
    ScoreHeader "score-header" Error
        "a header must give the same score as the games"
        "A header repeats the final score of the match, but the games add up to a different score."
    GameUnfinished "game-unfinished" Error
        "a game must end with a result"
        "The record continues with the next game, or ends, in the middle of a game. At the end of a record this is only a note, as matches in progress are recorded too. It is an error if the last line has no line end, because then the file was cut off, and a warning if a comment states why the game stopped."
    ScoreResultMissing "score-result-missing" Error
        "the result of a game must be written after it"
        "The game is over (a side has borne off all checkers, a double was passed, or a player resigned), but no line `Wins N point` follows. The file may have been cut off. The points of a resignation appear only in the next score; at the end of a record, a missing result is a note."
    MatchUnfinished "match-unfinished" Note
        "the match isn't finished"
        "The record ends after a complete game, before a player reaches the match length."
    NamesChanged "names-changed" Error
        "the players' names change within the match"
        "The names at the head of a game aren't those of the first game: the columns were swapped, or two matches were mixed up."
    HeaderConflict "header-conflict" Error
        "a header occurs twice with different values"
        "The same header occurs twice in the record, with different values. The first one is used."
    HeaderInvalid "header-invalid" Warning
        "a header has an invalid value"
        "The value of a header that states a rule isn't understood, or the games contradict it; the header is ignored."

    // Habits of servers and programs.
    HabitLosses "habit-losses" Note pedantic
        "a loss is written in the loser's cell"
        "Backgammon Galaxy writes `Losses N point` for a resignation, a time-out or a disconnection, beside the winner's `Wins N point`."
    HabitHidden "habit-hidden" Note pedantic
        "a resignation is written as a hidden play"
        "`????` follows the last dice of a player who then resigned."
    HabitNoPlay "habit-no-play" Note pedantic
        "the last dice have no play"
        "A game ends with dice without a play: the player resigned after rolling, or the winner's last play is left out."
    HabitWords "habit-words" Note pedantic
        "a cell has words where other programs write nothing"
        "`Cannot Move`, `(no play)`, `Concedes`, `Resigns` and similar words are understood."
    HabitRowNumber "habit-row-number" Note pedantic
        "the row's number is repeated inside the row"
        "Backgammon Galaxy repeats the start of the last row after the left cell when a game ends by resignation: the second number is again followed by a left and a right cell."
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A text that isn't a code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a code")]
pub struct UnknownCode(String);

impl FromStr for Code {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        let found = Self::ALL.iter().copied().find(|code| code.id() == text);
        found.ok_or_else(|| UnknownCode(text.to_owned()))
    }
}

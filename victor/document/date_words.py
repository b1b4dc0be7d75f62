"""Words in many languages that label when a page was published or changed."""

from victor.text.regex import alternatives

PUBLISHED = alternatives(
    r"""
    published|posted|publicad[oa]|publi[ée]e?s?|paru|pubblicat[oa]|veröffentlicht|erschienen
    |gepubliceerd|geplaatst|publicerad|publiceret|udgivet|publisert|julkaistu|opublikowan[oaey]
    |publikován[oa]|zveřejněno|vydáno|publikované|megjelent|közzétéve|publicat|objavljen[oa]
    |опубликован[оаы]?|опубліковано|публикуван[оа]|објављено|δημοσιε[^\W\d]{2,9}|yayınlan[^\W\d]{2,4}
    |yayımlan[^\W\d]{2,4}|diterbitkan|dipublikasikan|disiarkan|đăng
    |avaldatud|publicēt[sa]|publikuota|paskelbta|publikuar|birt|argitaratua|cyhoeddwyd|foilsithe
    |imechapishwa|(?:تم )?نُ?شرت? في|تم النشر|تاريخ النشر|تاریخ انتشار|منتشر شده|פורסם|प्रकाशित
    |প্রকাশ(?:িত)?|வெளியிடப்பட்டது|გამოქვეყნ(?:და|ებულია)|հրապարակվ(?:ել է|ած)|жариялан(?:ды|ған)
    |dərc olunub|апублікавана
    |เผยแพร่(?:แล้ว)?(?:เมื่อ)?|โพสต์เมื่อ|publicerat|postad|postat|diposting|diposkan|(?:telah )?terbit
    |размещено|опублікован[аоий]{1,2}|публикуван[аи]?|uveřejněno|publikált|publikálva|zverejnen[éá]
    |(?:ارسال|منتشر|نوشته) شده|تاریخ ارسال|תאריך פרסום|प्रकाशन तिथि|প্রকাশের তারিখ
    """
)
CHANGED = alternatives(
    r"""
    updated|modified|revised|actuali[sz]ad[oa]|modificad[oa]|atualizad[oa]|mise?s? à jour|modifiée?
    |actualisée?|aggiornat[oa]|modificat[oa]|aktualisiert|geändert|überarbeitet|bijgewerkt|gewijzigd
    |aangepast|geactualiseerd|uppdatera[dt]|ändra[dt]|opdateret|ændret|oppdatert|endret|päivitetty
    |zaktualizowan[oe]|aktualizován[oa]|aktualizované|frissítve|actualit?zat|ažuriran[oa]
    |posodobljen[oa]|uuendatud|atjaunināts|atnaujinta|обновлен[оаы]?|изменен[оа]?|оновлено
    |обновен[оа]|актуализиран[оа]|ενημερώ[^\W\d]{2,9}|güncellen[^\W\d]{2,4}|diperbarui
    |(?:di)?kemas kini|cập nhật|përditësuar|uppfært|eguneratua|imesasishwa|абноўлена|ажурирано
    |تم التحديث|(?:به.?|ب)روزرسانی|עודכן|अपडेटे?ड?|আপডেট|புதுப்பிக்கப்பட்டது|განახლ(?:და|ებულია)
    |թարմացվ(?:ել է|ած)|жаңартыл(?:ды|ған)|yenilən(?:di|ib)
    |(?:อัปเดต|แก้ไข|ปรับปรุง|เปลี่ยนแปลง)(?:ครั้ง)?(?:ล่าสุด|สุดท้าย)?(?:เมื่อ)?(?:วันที่)?
    |ge[uü]pdatet|modifierat|muokattu|muutettu|módosítva|modifikované|zmenené|upravené|změněno|upraveno
    |zmodyfikowan[oe]|zmienion[oe]|τροποποι[^\W\d]{2,9}|змінено|изменет[ао]|мењано|промењено|измењено
    |izmijenjeno|izmenjeno|promijenjeno|promenjeno|spremenjeno|breytt|labot[sa]|pakeista|keista
    |değiştiril[^\W\d]{2,4}|düzenlen[^\W\d]{2,4}|diubah|disunting|dimodifikasi|sửa đổi|chỉnh sửa
    |تم التعديل|संशोधित|अद्यतनित|পরিমার্জিত|ndryshuar|modifikuar|redaktuar
    """
)
# Parts of such words, also of those in sentences about changes.
CHANGE_STEMS = alternatives(
    """
    updat|modif|revis|edited|changed|aktualis|geändert|stand:|mis à jour|mise à jour|actuali
    |aggiorna|atualiza|bijgewerkt|gewijzigd|uppdater|opdater|oppdater|päivitet|обновл|изменен
    |оновлен|aktuali[sz]|zmien|frissít|módosít|actualiz|ažurir|ενημ|güncell|diperbarui|cập nhật
    |überarbeitet|aangepast|geactualiseerd|ändra[dt]|ændret|endret|letzte änderung|modyfikacj
    |maj le|màj|zadnja (?:izmjena|sprememba)|posljednja (?:izmjena|sprememba)|kemas ?kini
    |atnaujint|atjaun|uuendatud|muudetud|posodob|përditës|yenilən|uppfær|eguneratu
    |bearbeitet|redigera|redigert|bewerkt|edytowan|отредакт|修订|修訂
    |обновен|актуализ|ажурир|абноўл|змінено|жаңарт|chỉnh sửa|imesasishwa
    |更新|編集|修正|修改|更改|수정|업데이트|تحديث|تعديل|روزرسانی|ویرایش|עודכן|עדכון|แก้ไข|อัปเดต|อัพเด|ปรับปรุง
    |अपडेट|अद्यतन|আপডেট|અપડેટ|புதுப்பி|నవీకరించ|ನವೀಕರಿಸ|അപ്ഡേറ്റ്|թարմաց|განახლ
    """
)
